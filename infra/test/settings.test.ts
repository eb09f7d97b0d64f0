import { expect, test } from 'vitest'
import { readSettings } from '../local/settings.ts'

test('default settings are port 8080 on loopback and data in .local', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    baseUrl: undefined,
  })
  expect(settings.dataFolder).toMatch(/[/\\]\.local$/)
})

test.each(['x', '-1', '65536', '80 80', ''])('the setting PORT=%j is refused with a sentence', (PORT) =>
  expect(() => readSettings({ PORT })).toThrow(`PORT must be a number from 0 to 65535, not "${PORT}".`),
)

test.each(['localhost', 'ftp://x', 'https://x/id', 'https://x?y', 'https://x#y'])(
  'the setting SIGNET_BASE_URL=%s is refused, because it is not an origin',
  (SIGNET_BASE_URL) => expect(() => readSettings({ SIGNET_BASE_URL })).toThrow('must be an origin'),
)

test('a trailing slash of SIGNET_BASE_URL does not matter', () => {
  expect(readSettings({ SIGNET_BASE_URL: 'https://id.example.com/' }).baseUrl).toBe('https://id.example.com')
})
