import { nounOf, operationList } from '@signet/contracts'

/** Facts about each operation that every page needs, by its name. Texts are in `operation-texts.ts`. */
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
