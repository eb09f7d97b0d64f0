import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { ConnectedAgent } from './agent.ts'

export type Args = Record<string, unknown>
export type Answer = Record<string, unknown> & { readonly id: string }

/** Counts calls of a model, with the o200k tokens of their arguments and of the text of their results. */
export class Journey {
  calls = 0
  tokens = 0
  readonly #agent: ConnectedAgent

  constructor(agent: ConnectedAgent) {
    this.#agent = agent
  }

  async call(name: string, args: Args = {}): Promise<Answer> {
    const { content, isError } = await this.#agent.call(name, args)
    const [{ text } = { text: '' }] = content as { text: string }[]
    this.calls += 1
    this.tokens += encode(JSON.stringify({ name, arguments: args })).length + encode(text).length
    if (isError) throw new Error(`${name}: ${text}`)
    return JSON.parse(text) as Answer
  }
}

export const first = <Item>(answer: Record<string, unknown>, list: string): Item =>
  (answer[list] as Item[])[0] as Item
