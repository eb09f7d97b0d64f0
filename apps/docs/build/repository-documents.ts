import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { type Page, pathInRepository, readRepository } from './page.ts'

interface Source {
  readonly file: string
  readonly path: string
  readonly description: string
  readonly order: number
  readonly title?: string
  /** Headings of the second level; default: all sections. */
  readonly sections?: readonly string[]
}

const documents: readonly Source[] = [
  {
    file: 'infra/operating.md',
    path: 'how-to/operation/operating',
    title: 'Run Signet in production',
    description: 'Installation, database, health, settings, upgrades and backups.',
    order: 1,
  },
  {
    file: 'infra/monitoring/README.md',
    path: 'how-to/operation/monitoring',
    title: 'Monitor Signet',
    description: 'Metrics, alerts and the dashboard.',
    order: 20,
  },
  {
    file: 'infra/monitoring/security-log.md',
    path: 'how-to/operation/security-log',
    title: 'Read the security log',
    description: 'Fields of the log lines for fail2ban and a SIEM.',
    order: 21,
  },
  {
    file: 'infra/configuration.md',
    path: 'reference/instance/configuration',
    title: 'Configuration',
    description: 'Environment variables, processes, routes of the edge and connections to the database.',
    order: 2,
  },
  {
    file: 'apps/cli/README.md',
    path: 'reference/instance/command-line',
    title: 'The command line signet',
    description: 'Project files, import, export and every operation from a shell.',
    order: 3,
  },
  {
    file: 'infra/invariants.md',
    path: 'explanation/invariants',
    title: 'Properties that always hold',
    description: 'The guarantees of Signet, each with the test that proves it.',
    order: 60,
  },
  {
    file: 'services/auth/protocol.md',
    path: 'reference/protocols/authorization-server',
    title: 'Authorization server',
    description: 'Endpoints, grants, tokens and their defaults.',
    order: 1,
  },
  {
    file: 'services/auth/conformance.md',
    path: 'reference/protocols/conformance',
    title: 'Conformance of the authorization server',
    description: 'Each RFC section with its support and test, and the results of the conformance suite.',
    order: 2,
  },
  {
    file: 'services/scim/README.md',
    path: 'reference/protocols/scim',
    title: 'SCIM',
    description: 'Adoption, hand-over, held removals and limits of directories.',
    order: 3,
    sections: [
      'Adoption, hand-over, release and deletion',
      'Users and groups that did not arrive',
      'Limits of one message',
    ],
  },
  {
    file: 'services/scim/conformance.md',
    path: 'reference/protocols/scim-conformance',
    title: 'Conformance of SCIM',
    description: 'Each section of RFC 7643 and RFC 7644 with its support.',
    order: 4,
  },
  {
    file: 'services/mcp-gateway/README.md',
    path: 'reference/protocols/mcp',
    title: 'MCP',
    description: 'How agents connect, which tools they see, and how calls are approved.',
    order: 5,
    sections: ['Connecting an agent'],
  },
  {
    file: 'CHANGELOG.md',
    path: 'reference/instance/changelog',
    title: 'Changelog',
    description: 'Changes for users by release.',
    order: 90,
  },
]

const runbooks = (): Source[] =>
  globSync('*.md', { cwd: pathInRepository('infra/runbooks') })
    .toSorted()
    .map((name, index) => ({
      file: `infra/runbooks/${name}`,
      path: `how-to/runbooks/${name === 'README.md' ? 'overview' : name.replace(/\.md$/, '')}`,
      description: 'A runbook for operators.',
      order: name === 'README.md' ? 0 : index + 1,
    }))

/** Links to files that are no page become text. */
export function repositoryPages(): Page[] {
  const sources = [...documents, ...runbooks()]
  const paths = new Map(sources.map(({ file, path }) => [file, path]))
  return sources.map(({ file, path, description, order, title, sections }) => {
    const [, heading = '', text = ''] = /^# ([^\n]*)\n(.*)$/s.exec(readRepository(file)) ?? []
    const body = sections ? sectionsOf(text, sections) : text
    return {
      path,
      title: title ?? heading.replaceAll('`', ''),
      description,
      order,
      body: withPageLinks(withoutSources(body.trim()), file, paths),
    }
  })
}

/** @throws if the document has no section of a name */
function sectionsOf(text: string, names: readonly string[]): string {
  const sections = text.split(/^(?=## )/m)
  return names
    .map((name) => {
      const section = sections.find((one) => one.startsWith(`## ${name}\n`))
      if (!section) throw new Error(`There is no section "${name}".`)
      return section
    })
    .join('\n')
}

/** Only developers read the names of source files in parentheses. */
const withoutSources = (body: string): string =>
  body.replaceAll(/ \((?:`[\w/-]+\.ts`(?:, )?)+(?:decisions? [\d, and]+)?\)/g, '')

const withPageLinks = (body: string, file: string, paths: ReadonlyMap<string, string>): string =>
  body.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, text: string, target: string) => {
    if (/^(?:https?:|#|page:)/.test(target)) return whole
    const [name = '', heading] = target.split('#')
    const page = paths.get(posix.join(posix.dirname(file), name))
    if (!page) return text
    return `[${text}](page:${page}${heading ? `#${heading}` : ''})`
  })
