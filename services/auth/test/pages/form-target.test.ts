import { expect, test } from 'vitest'
import { formTarget } from '../../src/pages/shared/respond.ts'

test.for([
  ['https://app.example/cb', ['https://app.example']],
  ['http://127.0.0.1:8080/cb', ['http://127.0.0.1:8080']],
  ['com.example.app:/cb', ['com.example.app:']],
  ['not-an-address', []],
] as const)(
  'the policy of a page with a form that ends at %s allows only the targets %j',
  ([uri, target]) => {
    expect(formTarget(uri)).toEqual(target)
  },
)
