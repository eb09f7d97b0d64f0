import { operationList } from '@signet/contracts'

/** Input of each operation in the documents, by its name. */
export default Object.fromEntries(operationList.map(({ tool, example }) => [tool, example]))
