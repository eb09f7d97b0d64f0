import pg from 'pg'

/** The driver's types omit it. */
interface Reporting {
  readonly connection: {
    on(
      event: 'parameterStatus',
      listener: (status: { readonly parameterName: string; readonly parameterValue: string }) => void,
    ): void
  }
}

type ConnectCallback = (error: Error | null) => void

/** SQLSTATE with which a standby rejects writes. */
const standby = (): Error =>
  Object.assign(new Error('the server is a standby and may have unacknowledged changes'), {
    code: '25006',
  })

/**
 * Rejects connections to a standby. A replaced primary returns as a standby, at first with committed changes that no other node has; decisions based on them would be
 * lost (decision 64).
 */
export class PrimaryClient extends pg.Client {
  #inHotStandby = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // PostgreSQL reports the parameter on each new connection.
    const { connection } = this as unknown as Reporting
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#inHotStandby = parameterValue === 'on'
    })
  }

  override connect = ((callback?: ConnectCallback): Promise<this> | undefined => {
    if (callback) {
      this.#connect(callback)
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.#connect((error) => (error ? reject(error) : resolve(this)))
    })
  }) as pg.Client['connect']

  #connect(callback: ConnectCallback): void {
    super.connect((error: Error | null) => {
      if (error || !this.#inHotStandby) return callback(error)
      void this.end().catch(() => undefined)
      callback(standby())
    })
  }
}
