import { type Call, exampleOrigin } from './document.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Parameters without an example stay in braces. */
function exampleAddress({ path, operation }: Call): string {
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
  return `${exampleOrigin}/admin/api${filled}${query && `?${query}`}`
}

/** The call by curl, as a block of Markdown. */
export function curlOf(call: Call): string {
  const body: unknown = call.operation.requestBody?.content['application/json']?.example
  const method = call.method === 'GET' ? '' : `-X ${call.method} `
  const lines = [
    `curl ${method}${quoted(exampleAddress(call))}`,
    '  -H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`]),
  ]
  return `\`\`\`sh\n${lines.join(' \\\n')}\n\`\`\``
}
