import { nounOf, operationList } from '@signet/contracts'

/** What the console says about each operation, by its name. */
export default Object.fromEntries(
  operationList.map((each) => [
    each.tool,
    {
      noun: nounOf(each.tool),
      title: each.title,
      route: each.route,
      ...(each.kind === 'console_only' ? { consoleOnly: true } : {}),
      ...(each.kind === 'high_consequence' ? { consequence: each.consequence } : {}),
    },
  ]),
)
