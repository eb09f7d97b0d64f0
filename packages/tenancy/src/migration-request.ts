import { limits } from '@signet/contracts'
import { SignJWT } from 'jose'
import { projectSigner, type SigningDeps } from './project-signer.ts'

export interface MigrationQuestion {
  /** `test`: an administrator tests the address with an invented user. */
  readonly event: 'sign-in' | 'test'
  readonly login: string
  readonly password: string
}

interface MigrationReceiver {
  readonly projectId: string
  readonly issuer: string
  readonly url: string
}

/** Seconds. */
const lifetime = 60

/** Claims about the user in JSON, so that the length of a request does not reveal theirs. */
const paddedBytes = 4_096

const bytesOf = (question: MigrationQuestion): number => Buffer.byteLength(JSON.stringify(question))

/** True when a user can have this name and password, which then fit into the padding. */
export const isAskable = (question: MigrationQuestion): boolean => {
  const { login, password } = question
  const hasNames = login !== '' && login.length <= longestLogin
  const hasPassword = password !== '' && password.length <= longestPassword
  return hasNames && hasPassword && bytesOf(question) <= paddedBytes
}

const { max: longestLogin } = limits.userEmailCharacters
const { max: longestPassword } = limits.userPasswordCharacters

/** Uses the project's key for ID tokens. The type keeps a token of another kind from being accepted as a question. */
export async function signMigrationRequest(
  deps: SigningDeps,
  { projectId, issuer, url }: MigrationReceiver,
  question: MigrationQuestion,
): Promise<string> {
  const { algorithm, kid, key } = await projectSigner(deps, projectId)
  const padding = ' '.repeat(Math.max(0, paddedBytes - bytesOf(question)))
  return new SignJWT({ ...question, padding })
    .setProtectedHeader({ alg: algorithm, typ: 'signet-migration+jwt', ...(kid ? { kid } : {}) })
    .setIssuer(issuer)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime(`${lifetime}s`)
    .setJti(crypto.randomUUID())
    .sign(key)
}
