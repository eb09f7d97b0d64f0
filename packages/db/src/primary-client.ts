import pg from 'pg'

/** What the driver tells, and no type of it says. */
interface Reporting {
  readonly connection: {
    on(
      event: 'parameterStatus',
      listener: (status: { readonly parameterName: string; readonly parameterValue: string }) => void,
    ): void
  }
}

type Connected = (error: Error | null) => void

/** As the server says where a standby is asked to write. */
const standby = (): Error =>
  Object.assign(new Error('it is a standby, and what it has may never have been acknowledged'), {
    code: '25006',
  })

/**
 * Connects to no standby (F03). A primary that was replaced comes back as one, at first with changes that it committed and
 * no other node has: what is decided by them is lost with them (decision 92).
 */
export class PrimaryClient extends pg.Client {
  #inHotStandby = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // PostgreSQL reports it with each connection.
    const { connection } = this as unknown as Reporting
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#inHotStandby = parameterValue === 'on'
    })
  }

  override connect = ((callback?: Connected): Promise<this> | undefined => {
    if (callback) {
      this.#connect(callback)
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.#connect((error) => (error ? reject(error) : resolve(this)))
    })
  }) as pg.Client['connect']

  #connect(callback: Connected): void {
    super.connect((error: Error | null) => {
      if (error || !this.#inHotStandby) return callback(error)
      void this.end().catch(() => undefined)
      callback(standby())
    })
  }
}
