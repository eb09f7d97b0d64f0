const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function curlOf(origin: string, route: string, input: Readonly<Record<string, unknown>>): string {
  const [method = 'GET', template = ''] = route.split(' ')
  const inPath = new Set<string>()
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name)
    return input[name] === undefined ? `{${name}}` : encodeURIComponent(String(input[name]))
  })
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name))
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams(
    inQuery ? rest.map(([name, value]) => [name, String(value)]) : [],
  ).toString()
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${origin}/admin/api${path}${query && `?${query}`}`)}`,
    `  -H "Authorization: Bearer $TOKEN"`,
    ...(inQuery
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(Object.fromEntries(rest)))}`]),
  ].join(' \\\n')
}
