import { nounOf, operationList } from '@signet/contracts'

/** Facts about each operation that the console displays, by its name. */
export default Object.fromEntries(
  operationList.map((each) => [
    each.tool,
    {
      noun: nounOf(each.tool),
      title: each.title,
      route: each.route,
      access: each.access,
      ...(each.kind === 'console_only' ? { consoleOnly: true } : {}),
      ...(each.kind === 'high_consequence' ? { consequence: each.consequence } : {}),
    },
  ]),
)
