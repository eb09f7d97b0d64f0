/** Caused by the user or the server; printed without a stack. */
export class Failure extends Error {
  override name = 'Failure'
}

export const fail = (message: string): never => {
  throw new Failure(message)
}
