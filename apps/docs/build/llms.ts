import type { Page } from './page.ts'
import { sections } from './sections.ts'
import { forAgents } from './write.ts'

/** `llms.txt` lists the pages with their descriptions, grouped as in the navigation. */
export function llmsText(pages: readonly Page[]): string {
  const groups = sections.flatMap(({ label, folder, groups = [] }) =>
    folder
      ? [{ label, folder }]
      : groups.map((group) => ({ label: `${label}: ${group.label}`, folder: group.folder })),
  )
  const lines = groups.map(({ label, folder }) => {
    const inside = pages
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .toSorted((a, b) => a.order - b.order)
      .map(({ path, title, description }) => `- [${title}](${forAgents(path)}): ${description}`)
    return `## ${label}\n\n${inside.join('\n')}`
  })
  return `# Signet

> Self-hosted OAuth 2.0 and OpenID Connect identity service for many tenants, with a console, a REST API, SCIM and MCP. These documents
> describe the version that runs at this address. Each page is Markdown at its address with the suffix .md.

${lines.join('\n\n')}
`
}
