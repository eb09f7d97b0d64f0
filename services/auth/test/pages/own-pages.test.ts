import { expect, it } from 'vitest'
import { gallery } from '../support/gallery.ts'

it('the first row of the profile has the initial, the name and the address of the user, and opens the profile', () => {
  const row =
    /<h2>Profile<\/h2><ul class="facts"><li><div class="fact person"><span class="letter round" aria-hidden="true">\p{Lu}<\/span>\s*<div><strong><bdi>([^<]+)<\/bdi>.*?<\/strong>(.*?)<\/div>(.*?)<\/div>/u
  const [, name, address, link] = row.exec(gallery('en').account?.text ?? '') ?? []
  expect(name).toBe('Maria Konstantinopolskaya')
  expect(address).toContain('maria.konstantinopolskaya@')
  expect(address).toContain('Confirmed')
  expect(link).toContain('href="/profile" aria-label="Change: Profile"')
})

it('the account page links to each of its sections, a row opens its form, and the deletion is the last link', () => {
  const { text } = gallery('en').account ?? { text: '' }
  const sections = [...text.matchAll(/<section class="app" id="([^"]+)"><h2>([^<]+)/g)]
  expect(sections.map(([, , title]) => title)).toEqual([
    'Profile',
    'Ways to sign in',
    'Where you are signed in',
    'Connected applications',
    'Your data',
  ])
  const links = [...text.matchAll(/<li><a href="#([^"]+)">([^<]+)/g)]
  expect(links.map(([, id, title]) => [id, title])).toEqual(sections.map(([, id, title]) => [id, title]))
  expect(text).toMatch(
    /<details open><summary class="fact">.*<strong>Password<.*>Change<\/span><\/span><\/summary>/,
  )
  expect([...text.matchAll(/<a [^>]*><span class="text">([^<]+)/g)].at(-1)?.[1]).toBe('Delete your account')
})

it('a passkey is one row, which has a badge only when it works neither here nor for a limited time', () => {
  const { text } = gallery('en').passkeys ?? { text: '' }
  const rows = [...text.matchAll(/<summary class="fact">.*?<bdi>([^<]+)<\/bdi>(.*?)<\/strong>/g)]
  expect(rows.map(([, name, badge]) => [name, badge?.includes('Does not work here')])).toEqual([
    ['MacBook Pro im Büro, mit Touch ID', false],
    ['YubiKey', false],
    ['Phone', true],
    ['Tablet', false],
  ])
})

it('the list of several browsers states that neither their names nor their places are stored', () => {
  expect(gallery('en').account?.text).toContain('the name and the place of a browser are not stored')
})

it('a page of a section marks its link to the section', () => {
  const { text } = gallery('en')['own-deletion'] ?? { text: '' }
  expect(text).toContain('<a href="/account#data" aria-current="true">Your data</a>')
})

it('the failed sign-ins are a closed row, which is open when the page advises a new password', () => {
  const row =
    /<details( open)?><summary class="fact"><span class="text"><strong>Failed sign-ins<\/strong> <span class="quiet">([^<]+)/
  const rowOf = (name: string) => row.exec(gallery('en')[name]?.text ?? '')?.slice(1)
  expect(rowOf('account-safe')).toEqual([undefined, 'Attempts: 1'])
  expect(rowOf('account-failures')).toEqual([' open', 'Attempts: 13'])
})

it('the page that deletes the account lists the consequences with pictures, and its button is red', () => {
  const { text } = gallery('en')['own-deletion'] ?? { text: '' }
  const [list = ''] = /<ul class="points">.*<\/ul>/.exec(text) ?? []
  expect(list.match(/<li><svg/g)).toHaveLength(3)
  expect(text).toContain('<button class="danger" name="delete"')
})

it('the account page does not state that nothing is to be done next to a waiting request', () => {
  const { text } = gallery('en')['account-safe'] ?? { text: '' }
  expect(text).toContain('Waiting for your answer')
  expect(text).toContain('Your account is well protected')
  expect(text).not.toContain('There is nothing you need to do')
})
