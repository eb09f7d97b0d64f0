import {
  actionsWithoutOperation,
  auditActions,
  clientErrorAdvice,
  defaultSettings,
  limits,
  operationList,
  optionsOfSetting,
  settingKeys,
  settingNames,
  settingsCatalogue,
  typeOfSetting,
} from '@signet/contracts'
import { code, prose, table } from '../markdown.ts'
import type { Page } from '../page.ts'

export const instancePages = (): Page[] => [
  settingsPage(),
  limitsPage(),
  auditPage(),
  applicationErrorsPage(),
]

const settingsPage = (): Page => ({
  path: 'reference/instance/settings',
  title: 'Settings',
  description: 'Each setting of the instance with its type, default and meaning.',
  order: 1,
  body: `A super administrator changes settings in the console (System, Settings), with \`settings_update\`, or with \`npm run settings\`.
A setting takes effect on the next request of every replica unless the table states a restart.

${settingKeys
  .map((key) => {
    const { description, applies } = settingsCatalogue[key]
    const options = optionsOfSetting(key)
    const type = options ? options.map(code).join(', ') : typeOfSetting(key)
    const restart = applies === 'restart' ? ' It takes effect at the next start of a service.' : ''
    return `### ${code(key)}\n\n**${settingNames[key]}.** ${prose(description)}${restart}\n\n- Type: ${type}\n- Default: ${defaultText(defaultSettings[key])}`
  })
  .join('\n\n')}`,
})

function defaultText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 200 ? 'see the console' : code(text)
}

const limitsPage = (): Page => ({
  path: 'reference/instance/limits',
  title: 'Limits',
  description: 'The bounds of sizes, counts and times.',
  order: 4,
  body: `Signet rejects a value beyond a bound with \`invalid_request\` or the error of the field, and changes nothing. Names end with
their unit.

${table(
  ['Limit', 'Value'],
  Object.entries(limits).map(([name, value]) => [
    code(name),
    typeof value === 'object'
      ? Object.entries(value)
          .map(([part, bound]) => `${part}: ${JSON.stringify(bound)}`)
          .join(', ')
      : JSON.stringify(value),
  ]),
)}`,
})

function auditPage(): Page {
  const byAction = Map.groupBy(operationList, (operation) =>
    'audit' in operation && operation.audit ? operation.audit.action : null,
  )
  const others: ReadonlySet<string> = new Set(actionsWithoutOperation)
  const rows = [...auditActions].toSorted().map((action) => {
    const tools = (byAction.get(action) ?? []).map(({ tool }) => code(tool)).join(', ')
    return [
      code(action),
      tools || (others.has(action) ? 'pages, token endpoint or command of the operator' : ''),
    ]
  })
  return {
    path: 'reference/instance/audit-actions',
    title: 'Audit actions',
    description: 'Each action of the audit with the operations that record it.',
    order: 5,
    body: `The audit is append-only. Each entry names its actor, action, target and, for a change, the earlier and the new values
without secrets. \`signet audit tail --follow\` prints new entries.

${table(['Action', 'Recorded by'], rows)}`,
  }
}

const applicationErrorsPage = (): Page => ({
  path: 'reference/protocols/application-errors',
  title: 'Errors of applications',
  description: 'Causes of invalid_grant and other OAuth errors, with the remedy.',
  order: 0,
  body: `The token endpoint returns short errors such as \`invalid_grant\`, because their readers include attackers. An administrator reads the
reason in the console: project, Applications, the application, **Recent errors**. Each cause has its advice:

${Object.entries(clientErrorAdvice)
  .map(([cause, advice]) => `### ${code(cause)}\n\n${prose(advice)}`)
  .join('\n\n')}`,
})
