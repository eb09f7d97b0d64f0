import { operationList } from '@signet/contracts'

export default Object.fromEntries(
  operationList.map((each) => [
    each.tool,
    {
      title: each.title,
      ...(each.kind === 'high_consequence' ? { consequence: each.consequence } : {}),
    },
  ]),
)
