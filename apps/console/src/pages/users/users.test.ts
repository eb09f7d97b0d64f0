import { limits, UserPassword } from '@signet/contracts'
import { expect, test } from 'vitest'
import { generatePassword } from './password.ts'

test('a generated password is long enough and never repeated', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made) {
    expect(UserPassword.safeParse(password).success).toBe(true)
    expect(password.length).toBeGreaterThan(limits.userPasswordCharacters.min)
    expect(password).not.toMatch(/[0O1lIo]/)
  }
})
