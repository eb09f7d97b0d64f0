import { Html, html } from '@signet/http'
import type { OperationPart } from './document.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: OperationPart
  readonly base: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Parameters without an example stay in braces. */
function exampleAddress({ path, operation, base }: Call): string {
  const { parameters } = operation
  const exampleOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.example
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = exampleOf(name)
    return value === undefined ? whole : encodeURIComponent(String(value))
  })
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
      .map(({ name, example }): [string, string] => [name, String(example)]),
  ).toString()
  return `${base}${filled}${query && `?${query}`}`
}

const bodyOf = ({ operation }: Call): unknown => operation.requestBody?.content['application/json']?.example

const takesToken = ({ operation }: Call): boolean => operation['x-kind'] !== 'console_only'

function curlOf(call: Call): string {
  const body = bodyOf(call)
  const method = call.method === 'get' ? '' : `-X ${call.method.toUpperCase()} `
  return [
    `curl ${method}${quoted(exampleAddress(call))}`,
    '  -H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n')
}

function typescriptOf(call: Call): string {
  const body = bodyOf(call)
  const headers = body === undefined ? '' : `, 'content-type': 'application/json'`
  const lines = [
    ...(call.method === 'get' ? [] : [`  method: '${call.method.toUpperCase()}',`]),
    `  headers: { authorization: \`Bearer \${token}\`${headers} },`,
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(exampleAddress(call))}, {`,
    ...lines,
    '})',
    'if (!response.ok) throw new Error((await response.json()).detail)',
  ].join('\n')
}

export const samples = (call: Call): Html =>
  takesToken(call)
    ? html`<details><summary>curl</summary><pre tabindex="0">${curlOf(call)}</pre></details>
<details><summary>TypeScript</summary><pre tabindex="0">${typescriptOf(call)}</pre></details>`
    : new Html('')
