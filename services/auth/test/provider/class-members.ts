import Provider from 'oidc-provider'

const classNames = Object.entries(Object.getOwnPropertyDescriptors(Provider.prototype)).flatMap(
  ([name, { get }]) => (get && /^[A-Z]/.test(name) ? [name as keyof Provider] : []),
)

/** Returns the text of each own member of the classes, of their base classes and of their prototypes. */
export function membersOf(provider: Provider): Map<string, string> {
  const classes = classNames.flatMap((name) => chainOf(provider[name] as NamedClass))
  const members = classes.flatMap((one) => [
    ...ownMembers(one).map(([key, text]): [string, string] => [`${one.name}.${key}`, text]),
    ...ownMembers(one.prototype).map(([key, text]): [string, string] => [
      `${one.name}.prototype.${key}`,
      text,
    ]),
  ])
  return new Map(members)
}

type NamedClass = { readonly name: string; readonly prototype: object }

function chainOf(one: NamedClass): NamedClass[] {
  const base = Object.getPrototypeOf(one) as NamedClass
  return base === Function.prototype ? [one] : [one, ...chainOf(base)]
}

export const ownMembers = (target: object): [string, string][] =>
  Reflect.ownKeys(target)
    .filter((key) => key !== 'prototype')
    .map((key) => [String(key), textOf(Object.getOwnPropertyDescriptor(target, key))])

const textOf = ({ value, get, set }: PropertyDescriptor = {}): string =>
  [value, get, set].map((part: unknown) => (typeof part === 'function' ? String(part) : typeof part)).join()

export const differences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort()
