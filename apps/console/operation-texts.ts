import { operationList } from '@signet/contracts'

/** English texts about each operation, by its name. */
export default Object.fromEntries(
  operationList.map((each) => [
    each.tool,
    {
      title: each.title,
      ...(each.kind === 'high_consequence' ? { consequence: each.consequence } : {}),
    },
  ]),
)
