import { expect, it } from 'vitest'
import { gallery } from '../support/gallery.ts'

it('the page of the account begins with the initial, the name and the address of the user', () => {
  const { text } = gallery('en').account ?? { text: '' }
  expect(text).toMatch(
    /class="person"><span class="letter round" aria-hidden="true">\p{Lu}<\/span>\s*<div><strong><bdi>/u,
  )
})

it('each section of the account page is a card, a row opens its form, and the deletion is the last link', () => {
  const { text } = gallery('en').account ?? { text: '' }
  expect([...text.matchAll(/<section class="app"><h2>([^<]+)/g)].map(([, title]) => title)).toEqual([
    'Profile',
    'Ways to sign in',
    'Where you are signed in',
    'Failed sign-ins',
    'Connected applications',
    'More',
  ])
  expect(text).toMatch(
    /<details open><summary class="fact">.*<strong>Password<.*>Change<\/span><\/span><\/summary>/,
  )
  expect([...text.matchAll(/<a [^>]*>([^<]+)/g)].at(-1)?.[1]).toBe('Delete your account')
})

it('a passkey is one row, which has a badge only when it works neither here nor for a limited time', () => {
  const { text } = gallery('en').passkeys ?? { text: '' }
  const rows = [...text.matchAll(/<summary class="fact">.*?<bdi>([^<]+)<\/bdi>(.*?)<br>/g)]
  expect(rows.map(([, name, badge]) => [name, badge?.includes('Does not work here')])).toEqual([
    ['MacBook Pro im Büro, mit Touch ID', false],
    ['YubiKey', false],
    ['Phone', true],
    ['Tablet', false],
  ])
})
