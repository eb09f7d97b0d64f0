import { enterpriseUrn } from '../directory.ts'

/** RFC 7643 section 4.1 and 4.3, for a model that does not read the product. */
export interface ModelAttribute {
  readonly name: string
  readonly kind: 'text' | 'flag' | 'object' | 'list'
  /** Compared with regard to letter case. */
  readonly isExact?: true
  readonly subs?: readonly ModelAttribute[]
  readonly extension?: string
}

const text = (name: string): ModelAttribute => ({ name, kind: 'text' })
const exact = (name: string): ModelAttribute => ({ name, kind: 'text', isExact: true })
const flag = (name: string): ModelAttribute => ({ name, kind: 'flag' })

const values = (name: string): ModelAttribute => ({
  name,
  kind: 'list',
  subs: [text('value'), text('display'), text('type'), flag('primary')],
})

const enterprise: readonly ModelAttribute[] = [
  text('employeeNumber'),
  text('department'),
  { name: 'manager', kind: 'object', subs: [exact('value')] },
]

export const userAttributes: readonly ModelAttribute[] = [
  exact('externalId'),
  text('displayName'),
  text('title'),
  flag('active'),
  {
    name: 'name',
    kind: 'object',
    subs: ['formatted', 'familyName', 'givenName', 'middleName'].map(text),
  },
  values('emails'),
  values('phoneNumbers'),
  values('roles'),
  {
    name: 'addresses',
    kind: 'list',
    subs: [text('formatted'), text('locality'), text('country'), text('type'), flag('primary')],
  },
  text('userType'),
  ...enterprise.map((attribute) => ({ ...attribute, extension: enterpriseUrn })),
]

export const groupAttributes: readonly ModelAttribute[] = [
  exact('id'),
  exact('externalId'),
  text('displayName'),
  { name: 'members', kind: 'list', subs: [exact('value'), text('type'), text('display')] },
]
