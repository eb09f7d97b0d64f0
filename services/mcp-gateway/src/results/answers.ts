import type { CallToolResult } from '@modelcontextprotocol/server'

/** Longest rendering of an answer as text, in characters; the structured answer is whole in any case. */
const maxTextCharacters = 64 * 1024

type Members = Readonly<Record<string, unknown>>

/** A tool's answer: structured, and rendered for clients that read text only. */
export const answered = (answer: Members): CallToolResult => ({
  content: [{ type: 'text', text: rendered(answer) }],
  structuredContent: { ...answer },
})

/** JSON in which characters that steer a terminal or hide text are shown escaped (T38). */
export function rendered(value: unknown): string {
  const text = JSON.stringify(value, null, 1).replace(invisible, escaped)
  return text.length <= maxTextCharacters
    ? text
    : 'The answer is too long to be repeated as text; read the structured content, or ask for fewer at a time.'
}

/** Control, bidirectional, zero-width and tag characters; the line breaks of the rendering itself stay. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escaped = (character: string): string =>
  character === '\n'
    ? character
    : [...Array(character.length).keys()]
        .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
        .join('')
