import { operationList } from '@signet/contracts'

export default Object.fromEntries(operationList.map(({ tool, example }) => [tool, example]))
