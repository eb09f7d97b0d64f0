import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { watch } from '@signet/runtime'
import { createWorkerPool, type PasswordCost } from './password-worker-pool.ts'

export { PasswordQueueFull } from './password-worker-pool.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const phcStart = ({ memoryCost, timeCost, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

export const PASSWORD_MAX_BYTES = 1024
export const PASSWORD_QUEUE_LIMIT = 32

export class PasswordTooLong extends Error {
  override name = 'PasswordTooLong'
  constructor() {
    super(`A password has at most ${PASSWORD_MAX_BYTES} bytes.`)
  }
}

export interface PasswordHasher {
  /**
   * @returns a PHC string
   * @throws PasswordTooLong, PasswordQueueFull
   */
  hash(password: string): Promise<string>
  /** @throws PasswordQueueFull */
  verify(hash: string, password: string): Promise<boolean>
  /** Takes as long as a verification, for accounts that do not exist or have no password. */
  verifyNothing(password: string): Promise<false>
  /** True for a hash of another system, or with other parameters than the current ones. */
  needsRehash(hash: string): boolean
  close(): Promise<void>
}

export interface PasswordHasherOptions {
  /** Default: one per core. */
  threads?: number
  queueLimit?: number
  /** Default: sufficient for stolen hashes. Tests use a lower cost. */
  cost?: PasswordCost
}

/** Normalizes to NFC without trimming or truncating. Undefined beyond the maximum length. */
function prepare(password: string): string | undefined {
  if (password.length > PASSWORD_MAX_BYTES) return undefined
  const normal = password.normalize('NFC')
  return Buffer.byteLength(normal) > PASSWORD_MAX_BYTES ? undefined : normal
}

function unmatchable(cost: PasswordCost): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `${phcStart(cost)}${part(16)}$${part(32)}`
}

export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const threads = Math.max(1, options.threads ?? availableParallelism())
  const pool = createWorkerPool(threads, options.queueLimit ?? PASSWORD_QUEUE_LIMIT)
  const unwatch = watch('signet_password_queue', () =>
    Object.entries(pool.state()).map(([state, value]) => ({ labels: { state }, value })),
  )
  const { cost: parameters = usualCost } = options
  const nothing = unmatchable(parameters)

  async function verify(hash: string, password: string): Promise<boolean> {
    const prepared = prepare(password)
    if (prepared === undefined) return false
    return (await pool.submit({ password: prepared, hash, parameters })) === true
  }

  return {
    async hash(password) {
      const prepared = prepare(password)
      if (prepared === undefined) throw new PasswordTooLong()
      return String(await pool.submit({ password: prepared, parameters }))
    },
    verify,
    async verifyNothing(password) {
      await verify(nothing, password)
      return false
    },
    needsRehash: (hash) => !hash.startsWith(phcStart(parameters)),
    close: () => {
      unwatch()
      return pool.close()
    },
  }
}
