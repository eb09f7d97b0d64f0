import { expect, test } from 'vitest'
import { testMessage, writeLetter } from '../src/index.ts'
import { readLetter } from '../src/letter.ts'

const content = (subject: string) => ({ subject, lines: [subject], notes: [] })

test('a stored letter is read as it was written', () => {
  const letter = writeLetter({
    to: 'ada@example.com',
    language: 'ru',
    message: testMessage({ instance: 'https://id.example' }),
  })
  expect(readLetter(JSON.stringify(letter))).toEqual(letter)
})

test('a letter that an earlier version stored in every language is read in the language of its recipient', () => {
  const message = { en: content('Works'), ru: content('Работает') }
  const stored = JSON.stringify({ to: 'ada@example.com', language: 'ru', message, sender: 'Acme' })
  expect(readLetter(stored)).toEqual({
    to: 'ada@example.com',
    language: 'ru',
    sender: 'Acme',
    content: message.ru,
  })
})

test('a letter without a text in the language of its recipient is rejected', () => {
  const stored = JSON.stringify({ to: 'a@example.com', language: 'ru', message: { en: content('Works') } })
  expect(() => readLetter(stored)).toThrow('The stored message has no text in ru.')
})
