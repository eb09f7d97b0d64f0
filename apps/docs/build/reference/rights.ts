import {
  agentScopes,
  conditions,
  isTool,
  type Noun,
  nouns,
  type Operation,
  operationList,
  operationsOf,
  possibleEffects,
  roles,
  scopeVerdicts,
  verdictFor,
} from '@signet/contracts'
import { code, prose, table } from '../markdown.ts'
import type { Page } from '../page.ts'

export const rightsPages = (): Page[] => [rightsPage(), toolsPage()]

const rightsPage = (): Page => ({
  path: 'reference/api/rights',
  title: 'Rights',
  description: 'The roles and scopes that permit each operation.',
  order: 3,
  body: `Roles are those in the team that owns the project, or in the named team. A \`stranger\` is an administrator without a role in that team.
An agent has the rights of its administrator within the scopes of its token.

${Object.entries(conditions)
  .map(([flag, text]) => `- \`if\` for \`can.${flag}\`: ${prose(text)}.`)
  .join('\n')}

${table(
  ['Operation', ...roles, ...agentScopes.map(code)],
  operationList.map((operation) => {
    const scopes = scopeVerdicts(operation)
    const verdicts = [
      ...roles.map((role) => verdictFor(operation, role)),
      ...agentScopes.map((scope) => scopes[scope]),
    ]
    return [code(operation.tool), ...verdicts.map((verdict) => (verdict === 'no' ? '' : verdict))]
  }),
)}`,
})

const toolsPage = (): Page => ({
  path: 'reference/api/tools',
  title: 'Tools of agents',
  description: 'The tools of the agent endpoint by toolset, with the effects that can need an approval.',
  order: 4,
  body: `Each tool is one operation of the administration API. A toolset selects the tools of one heading, for example
\`/mcp?toolsets=users,groups\`. [MCP](page:reference/protocols/mcp) describes the endpoint.

${(Object.keys(nouns) as Noun[])
  .map((noun) => ({ noun, tools: Object.values<Operation>(operationsOf[noun]).filter(isTool) }))
  .filter(({ tools }) => tools.length > 0)
  .map(
    ({ noun, tools }) =>
      `## ${code(noun)}\n\n${table(
        ['Tool', 'Kind', 'Effects', 'Description'],
        tools.map((tool) => [
          code(tool.tool),
          tool.kind === 'read' ? 'read' : 'change',
          possibleEffects(tool).join(', '),
          prose(tool.description),
        ]),
      )}`,
  )
  .join('\n\n')}`,
})
