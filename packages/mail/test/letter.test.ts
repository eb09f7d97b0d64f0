import { expect, test } from 'vitest'
import { editLetter } from '../src/edited.ts'
import { sampleMessage, testMessage, writeLetter } from '../src/index.ts'
import { readLetter } from '../src/letter.ts'
import { renderHtml, renderText } from '../src/render.ts'
import { defaultTexts } from '../src/sample.ts'

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

test('a mail to a user begins with a greeting, and edited lines replace it', () => {
  const letter = writeLetter({
    to: 'ada@example.com',
    language: 'en',
    message: sampleMessage('sign_in_methods', { project: 'Acme', url: 'https://id.example', invitedBy: '' }),
  })
  expect(renderText(letter.content)).toMatch(/^Hello,\n\nThe password of your account at Acme/)
  expect(renderHtml(letter.content, 'en', { sender: 'Acme' })).toContain('>Hello,</p>')
  expect(defaultTexts('reset', 'de').intro).toMatch(/^Guten Tag,\n/)

  const user = { name: 'Ada', isVerified: true }
  const edit = (intro: string | null) =>
    renderText(editLetter(letter, { subject: null, intro, button: null }, user).content)
  expect(edit(null)).toMatch(/^Hello,\n/)
  expect(edit('Dear {{userName}},')).toMatch(/^Dear Ada,\n\nThe password of your account at Acme/)
})
