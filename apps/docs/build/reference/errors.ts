import {
  commonErrors,
  type ErrorCode,
  errorCatalogue,
  errorCodes,
  errorsOf,
  errorsPagePath,
  operationList,
} from '@signet/contracts'
import { code, prose } from '../markdown.ts'
import type { Page } from '../page.ts'

const commons: ReadonlySet<string> = new Set(commonErrors)

const returnedBy = (error: ErrorCode): string => {
  if (commons.has(error)) return 'Every operation can return it.'
  const tools = operationList
    .filter((operation) => errorsOf(operation).includes(error))
    .map(({ tool }) => tool)
  if (tools.length === 0) return ''
  const shown = tools.slice(0, 6).map(code).join(', ')
  return `Returned by ${shown}${tools.length > 6 ? ` and ${tools.length - 6} more` : ''}.`
}

/** The `type` of each problem document links to the heading of its code. */
export const errorsPage = (): Page => ({
  path: errorsPagePath,
  title: 'Errors',
  description: 'Each error code of the administration API with its meaning and remedy.',
  order: 2,
  body: `The administration API returns a problem document (RFC 9457) for each error. \`code\` is stable, \`detail\` has the remedy, and
\`type\` links to the heading of the code on this page. A rejected call has changed nothing.

\`\`\`json
{
  "type": "https://id.example.com/docs/reference/api/errors/#email_taken",
  "title": "${errorCatalogue.email_taken.title}",
  "status": ${errorCatalogue.email_taken.status},
  "detail": "${errorCatalogue.email_taken.remedy}",
  "code": "email_taken"
}
\`\`\`

${[...errorCodes]
  .toSorted()
  .map((error) => {
    const { status, title, remedy } = errorCatalogue[error]
    return `## ${code(error)}\n\n**${status}: ${prose(title)}.** ${prose(remedy)} ${returnedBy(error)}`
  })
  .join('\n\n')}`,
})
