import { afterAll, expect, it } from 'vitest'
import { createPasswordHasher, foreignBounds, parseForeignHash } from '../src/index.ts'

const hasher = createPasswordHasher({ threads: 1 })
afterAll(() => hasher.close())

it('the verification with the highest accepted cost of each form takes at most eight seconds of a core', async () => {
  const salt = 'AAECAwQFBgcICQoLDA0ODw'
  const hash = 'JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbU'
  const highest = [
    `$argon2id$v=19$m=${foreignBounds.argon2.memoryKib},t=4,p=1$${salt}$${hash}`,
    `$2b$${foreignBounds.bcryptCost}$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS`,
    `$scrypt$ln=18,r=8,p=1$${salt}$${hash}`,
    `$pbkdf2-sha512$i=${foreignBounds.pbkdf2Iterations}$${salt}$${hash}`,
    `$5$rounds=${foreignBounds.shaCryptRounds}$salt$ffO6RHJbzihHqETll0c/MLDJrGhQw9fAaO1LcVIStWB`,
  ]
  for (const text of highest) {
    expect(parseForeignHash(text), text).not.toBeNull()
    const before = process.cpuUsage()
    expect(await hasher.verify(text, 'correct horse')).toBe(false)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000, text).toBeLessThan(8)
  }
}, 300_000)
