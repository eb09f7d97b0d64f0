import { complex } from '../../schemas/attribute.ts'
import {
  type AttributeRef,
  findAttribute,
  findByName,
  nameOf,
  type SchemaSet,
} from '../../schemas/find-attribute.ts'
import { type Filter, filterLimits, type Operator, operators } from './filter.ts'
import { InvalidExpression, readTokens, type Token, UnknownAttribute } from './lexer.ts'
import { literalOf, typedValue } from './typed-value.ts'

interface ParseOptions {
  /** Rejects deviations from RFC 7644; here, a boolean written as a string. */
  readonly strict: boolean
  /** Accepts every name and every value of a comparison. */
  readonly isFormOnly?: boolean
}

type Resolve = (name: string) => AttributeRef

/** @throws InvalidExpression */
export function parseFilter(text: string, schemas: SchemaSet, options: ParseOptions): Filter {
  const parser = new Parser(readTokens(text), options)
  const filter = parser.filter((name) => attributeOf(schemas, name))
  parser.end()
  return filter
}

/** Target of PATCH (RFC 7644 section 3.5.2): an attribute, some of its values, or a sub-attribute of these. */
export interface Path {
  readonly ref: AttributeRef
  /** Null for all values of the attribute. */
  readonly values: Filter | null
}

export function parsePath(text: string, schemas: SchemaSet, options: ParseOptions): Path {
  const parser = new Parser(readTokens(text), options)
  const path = parser.path((name) => attributeOf(schemas, name))
  parser.end()
  return path
}

/** RFC 7644 figure 1: with or without a URN and a sub-attribute, and within brackets. */
const attributeName = /^(?:[a-z][\w.:-]*:)?[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i
const subAttributeName = /^[a-z$][\w$-]*$/i

/** Ignores whether names are known. @throws InvalidExpression */
export function checkPathForm(text: string): void {
  const parser = new Parser(readTokens(text), { strict: false, isFormOnly: true })
  parser.path((name) => anyAttribute(name, attributeName))
  parser.end()
}

function anyAttribute(name: string, form: RegExp): AttributeRef {
  if (!form.test(name)) throw new InvalidExpression(`names ${name}, which is no attribute`)
  return { extension: null, attribute: complex(name, '', [], { multiValued: true }), sub: null }
}

function attributeOf(schemas: SchemaSet, name: string): AttributeRef {
  const ref = findAttribute(schemas, name)
  if (!ref) throw new UnknownAttribute(`names ${name}, which is no attribute of this resource`)
  return ref
}

/** Grammar of RFC 7644 figure 1. `and` binds more tightly than `or`, and `not` requires parentheses. */
class Parser {
  readonly #tokens: readonly Token[]
  readonly #options: ParseOptions
  #at = 0
  #depth = 0
  #clauses = 0

  constructor(tokens: readonly Token[], options: ParseOptions) {
    this.#tokens = tokens
    this.#options = options
  }

  filter(resolve: Resolve): Filter {
    return this.#list('or', 'any', () => this.#list('and', 'all', () => this.#term(resolve)))
  }

  path(resolve: Resolve): Path {
    const ref = resolve(this.#name('an attribute'))
    if (!this.#take('[')) return { ref, values: null }
    const values = this.#valueFilter(ref)
    const sub = this.#takeSubAttribute(ref)
    return { ref: sub ? { ...ref, sub } : ref, values }
  }

  end(): void {
    if (this.#peek().kind !== 'end') throw new InvalidExpression('contains text after its end')
  }

  #list(keyword: string, kind: 'all' | 'any', item: () => Filter): Filter {
    const first = item()
    if (!this.#isKeyword(keyword)) return first
    const filters = [first]
    while (this.#isKeyword(keyword)) {
      this.#at += 1
      filters.push(item())
    }
    return { kind, filters }
  }

  #term(resolve: Resolve): Filter {
    if (this.#isKeyword('not') && this.#tokens[this.#at + 1]?.kind === '(') {
      this.#at += 1
      return { kind: 'not', filter: this.#term(resolve) }
    }
    if (!this.#take('(')) return this.#expression(resolve)
    const filter = this.#deeper(() => this.filter(resolve))
    this.#expect(')')
    return filter
  }

  #expression(resolve: Resolve): Filter {
    this.#clauses += 1
    if (this.#clauses > filterLimits.clauses)
      throw new InvalidExpression(`has more than ${filterLimits.clauses} comparisons`)
    const ref = resolve(this.#name('an attribute'))
    if (!this.#take('[')) return this.#comparison(ref)
    const filter = this.#valueFilter(ref)
    const sub = this.#takeSubAttribute(ref)
    const filters = sub
      ? [filter, this.#comparison({ extension: null, attribute: sub, sub: null })]
      : [filter]
    return { kind: 'value', ref, filter: sub ? { kind: 'all', filters } : filter }
  }

  #comparison(ref: AttributeRef): Filter {
    const word = this.#name('an operator').toLowerCase()
    if (word === 'pr') return { kind: 'present', ref }
    const operator = operators.find((known) => known === word)
    if (!operator) throw new InvalidExpression(`has ${word} where an operator should be`)
    return this.#compare(ref, operator)
  }

  /** Compares a multi-valued attribute by its `value` (RFC 7644 section 3.4.2.2). */
  #compare(ref: AttributeRef, operator: Operator): Filter {
    const { attribute, sub } = ref
    if (this.#options.isFormOnly) {
      literalOf(this.#next())
      return { kind: 'compare', ref, operator, value: null }
    }
    const isMulti = attribute.type === 'complex' && attribute.multiValued && !sub
    const target = isMulti ? { ...ref, sub: findByName(attribute.subAttributes ?? [], 'value') } : ref
    const value = typedValue(target, operator, this.#next(), this.#options.strict)
    return { kind: 'compare', ref: target, operator, value }
  }

  #valueFilter(ref: AttributeRef): Filter {
    const { attribute, sub } = ref
    if (attribute.type !== 'complex' || !attribute.multiValued || sub)
      throw new InvalidExpression(`has a value filter at ${nameOf(ref)}, which has no list of values`)
    const filter = this.#deeper(() => this.filter((name) => this.#subAttribute(ref, name)))
    this.#expect(']')
    return filter
  }

  #takeSubAttribute(ref: AttributeRef): AttributeRef['sub'] {
    const token = this.#peek()
    if (token.kind !== 'name' || !token.text.startsWith('.')) return null
    this.#at += 1
    return this.#subAttribute(ref, token.text.slice(1)).attribute
  }

  #subAttribute(ref: AttributeRef, name: string): AttributeRef {
    if (!this.#options.isFormOnly) return subAttribute(ref, name)
    return anyAttribute(name, subAttributeName)
  }

  #deeper<Result>(read: () => Result): Result {
    this.#depth += 1
    if (this.#depth > filterLimits.depth)
      throw new InvalidExpression(`nests deeper than ${filterLimits.depth} brackets`)
    const result = read()
    this.#depth -= 1
    return result
  }

  #isKeyword(keyword: string): boolean {
    const token = this.#peek()
    return token.kind === 'name' && token.text.toLowerCase() === keyword
  }

  #name(what: string): string {
    const token = this.#next()
    if (token.kind !== 'name' || token.text.startsWith('.')) throw new InvalidExpression(`misses ${what}`)
    return token.text
  }

  #take(kind: Token['kind']): boolean {
    if (this.#peek().kind !== kind) return false
    this.#at += 1
    return true
  }

  #expect(kind: Token['kind']): void {
    if (!this.#take(kind)) throw new InvalidExpression(`misses a ${kind}`)
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end' }
  }

  #next(): Token {
    const token = this.#peek()
    this.#at += 1
    return token
  }
}

function subAttribute({ attribute }: AttributeRef, name: string): AttributeRef {
  const sub = findByName(attribute.subAttributes ?? [], name)
  if (!sub) throw new UnknownAttribute(`names ${name}, which ${attribute.name} does not have`)
  return { extension: null, attribute: sub, sub: null }
}
