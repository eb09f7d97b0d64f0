import { clientImportFields, labelInput, limits, secret } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import * as z from 'zod'

/** Has the digest of the secret, and the secret itself only when it serves as a key. */
const MovedClient = z.strictObject({
  ...clientImportFields,
  clientSecret: secret(z.string().min(1).max(512)).optional(),
  secretDigest: z
    .string()
    .regex(/^[0-9a-zA-Z_-]{43,64}$/)
    .optional(),
})
export type MovedClient = z.output<typeof MovedClient>

/** Keyed by client id or subject. */
const MovedLabels = z.strictObject({ kind: z.enum(['application', 'user']), id: z.string(), ...labelInput })
export type MovedLabels = z.output<typeof MovedLabels>

/** Users are validated one by one, as those of another system are. */
const ArchivePart = z.strictObject({
  version: z.literal(1),
  part: z.int().min(1),
  last: z.boolean(),
  applications: z.array(MovedClient),
  users: z.array(z.unknown()).max(limits.importedUsers),
  labels: z.array(MovedLabels).optional(),
})
export type ArchivePart = z.output<typeof ArchivePart>

const unopened = 'was changed, or is not of an archive for this project'

/** age authenticates the content, so a changed line is refused. */
export async function openPart(identity: string, line: string): Promise<ArchivePart> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = await decrypter
    .decrypt(Buffer.from(line, 'base64'), 'text')
    .catch(() => refuseValue('sealedPart', unopened))
  const parsed = ArchivePart.safeParse(parseJson(plain))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuseValue('sealedPart', `has an invalid content at ${issue?.path.join('/')}: ${issue?.message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
