import { nounOf, operationList } from '@signet/contracts'

/** Facts that every page needs. Texts are in `operation-texts.ts`. */
export default Object.fromEntries(
  operationList.map((each) => [
    each.tool,
    {
      noun: nounOf(each.tool),
      route: each.route,
      access: each.access,
      ...(each.kind === 'console_only' ? { consoleOnly: true } : {}),
      ...(each.kind === 'read' && !each.route.startsWith('GET ') ? { isRead: true } : {}),
    },
  ]),
)
