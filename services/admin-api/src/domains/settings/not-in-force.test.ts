import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type SettingKey, settingKeys } from '@signet/contracts'
import { expect, test } from 'vitest'
import { notInForce } from './not-in-force.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

/** Sources write the key in quotes when it has a dot, some with a variable for the class. */
const wordsFor = (key: SettingKey): RegExp =>
  key.includes('.')
    ? new RegExp(
        `['\`]${key.replace(/^(rateLimit)\.(strict|ordinary|public|client)\./, '$1.$${name}.').replace(/[.${}]/g, '\\$&')}['\`]`,
      )
    : new RegExp(`\\b${key}\\b`)

test('the settings that no service reads are exactly the settings listed as not in force', () => {
  const sources = globSync('{services,packages}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/^packages\/contracts|\/generated\/|\.test\.ts$|not-in-force/.test(file))
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n')
  const unread = settingKeys.filter((key) => !wordsFor(key).test(sources) && !sources.includes(`'${key}'`))
  expect(unread.toSorted()).toEqual([...notInForce].toSorted())
})
