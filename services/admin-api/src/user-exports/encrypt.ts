import { refuseValue } from '@signet/runtime'
import type { Encrypter } from 'age-encryption'

/** The first such export loads the library. */
export async function encrypterFor(recipient: string): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    return refuseValue('recipient', 'must be a recipient of age (age1…)')
  }
  return encrypter
}
