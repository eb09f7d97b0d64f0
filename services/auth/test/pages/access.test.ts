import { expect, test } from 'vitest'
import { accessList } from '../../src/pages/shared/access.ts'

const options = { locale: 'en', title: 'It may', onlyIdentity: 'It learns who you are.' } as const
const api = { name: 'Orders', address: 'https://orders.example', permissions: [] }

test.for([
  ['nothing', { permissions: [] }, true],
  ['a permission', { permissions: [{ scope: 'email' }] }, false],
  ['an API', { permissions: [], apis: [api] }, false],
  ['details', { permissions: [], details: [{ type: 'payment' }] }, false],
] as const)(
  'a list of access with %s states correctly whether only the identity is shared',
  ([_case, view, isShown]) => {
    expect(accessList(options, view).text.includes(options.onlyIdentity)).toBe(isShown)
  },
)

test.for([
  ['a standard scope', { scope: 'email' }, '<span class="can">see your email address</span>'],
  [
    'a scope without a text',
    { scope: 'urn:example:export' },
    '<span class="can name"><code>urn:example:export</code></span>',
  ],
  [
    'a claim without a text',
    { scope: 'tier', isClaim: true },
    '<span class="can">see this detail of your account:<code>tier</code></span>',
  ],
  [
    'a scope with a kind',
    { scope: 'orders.write', description: 'place orders', kind: 'act' as const },
    '<span class="can">place orders</span><span class="kind act">can act</span>',
  ],
] as const)('a line of the list shows %s with an icon and a sentence', ([_case, permission, line]) => {
  const { text } = accessList(options, { permissions: [permission] })
  expect(text).toContain(`</svg>${line}</li>`)
})

test('scopes that act precede the scopes that only read', () => {
  const permissions = [
    { scope: 'email' },
    { scope: 'orders.read', description: 'see orders', kind: 'see' as const },
    { scope: 'orders.write', description: 'place orders', kind: 'act' as const },
    { scope: 'stock.write', description: 'change stock', kind: 'act' as const },
  ]
  const { text } = accessList(options, { permissions })
  expect([...text.matchAll(/class="can">([^<]+)/g)].map(([, sentence]) => sentence)).toEqual([
    'place orders',
    'change stock',
    'see your email address',
    'see orders',
  ])
})

test('scopes without a description are below a heading of their own, after the others', () => {
  const permissions = [
    { scope: 'urn:example:export' },
    { scope: 'email' },
    { scope: 'tier', isClaim: true },
    { scope: 'audit' },
  ]
  const { text } = accessList(options, { permissions })
  expect(
    [...text.matchAll(/<p class="undescribed">|>(?:urn:example:export|see your email|tier|audit)/g)].map(
      String,
    ),
  ).toEqual(['>see your email', '>tier', '<p class="undescribed">', '>urn:example:export', '>audit'])
})

test.for([
  ['an amount of RFC 9396', { currency: 'EUR', amount: '123.50' }, 'EUR\u00a0123.50'],
  ['a value with more digits than the currency', { value: '0.00425', currency: 'USD' }, 'USD\u00a00.00425'],
  [
    'an amount with another member',
    { currency: 'EUR', amount: '1', tip: '2' },
    'Currency: EUR, Amount: 1, Tip: 2',
  ],
  ['an amount that is no decimal number', { currency: 'EUR', amount: '1e9' }, 'Currency: EUR, Amount: 1e9'],
  ['an unknown currency', { currency: 'euro', amount: '1' }, 'Currency: euro, Amount: 1'],
] as const)('%s is shown with all of its digits and members', ([_case, amount, shown]) => {
  const { text } = accessList(options, { permissions: [], details: [{ type: 'payment', amount }] })
  expect(text).toContain(`<dt>Amount</dt><dd>${shown}</dd>`)
})

test.for([
  ['payment_initiation', 'Payment initiation'],
  ['creditorAccount', 'Creditor account'],
  ['debtorIBAN', 'Debtor IBAN'],
  ['https://scheme.example/files', 'https://scheme.example/files'],
  ['Amount', 'Amount'],
] as const)('the member %s of a detail is labeled %s, and its JSON is below Details', ([name, label]) => {
  const { text } = accessList(options, { permissions: [], details: [{ type: 'payment', [name]: 'x' }] })
  expect(text).toContain(`<dt>${label}</dt><dd>x</dd>`)
  expect(text).toContain(
    `<summary>Details</summary><code>{\n  &quot;type&quot;: &quot;payment&quot;,\n  &quot;${name}&quot;: &quot;x&quot;\n}</code>`,
  )
})
