const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the name of the shell variable of a path parameter: `userId` becomes `USER_ID`. */
const variableOf = (parameter: string): string => parameter.replace(/[A-Z]/g, '_$&').toUpperCase()

/** Returns the path of a route with shell variables for its parameters. */
const pathOf = (route: string): string =>
  (route.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, name: string) => `$${variableOf(name)}`)

/** Returns the path parameters of routes, each once. */
const parametersOf = (routes: readonly string[]): string[] => [
  ...new Set(routes.flatMap((route) => [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name))),
]

/** Returns assignments of the base address, of a token and of the path parameters of routes. */
export function shellVariables(
  origin: string,
  routes: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  const parameters = parametersOf(routes).map((name) => {
    const value = values[name]
    return `${variableOf(name)}=${quote(value === undefined ? '…' : encodeURIComponent(String(value)))}`
  })
  return [`SIGNET=${quote(`${origin}/admin/api`)}`, `TOKEN='…'`, ...parameters].join('\n')
}

interface RoutePath {
  readonly method: string
  /** Path after the common beginning. */
  readonly path: string
}

/** Divides the paths of routes into their common beginning and the other segments, of which each has at least one. */
export function pathsOf(routes: readonly string[]): { common: string; paths: readonly RoutePath[] } {
  const all = routes.map((route) => pathOf(route).slice(1).split('/'))
  const [first = []] = all
  const shortest = Math.min(...all.map(({ length }) => length))
  const differing = first.findIndex((segment, index) => all.some((segments) => segments[index] !== segment))
  const count = Math.min(differing < 0 ? first.length : differing, shortest - 1)
  return {
    common: first.slice(0, count).join('/'),
    paths: all.map((segments, index) => ({
      method: routes[index]?.split(' ')[0] ?? '',
      path: segments.slice(count).join('/'),
    })),
  }
}

/** Returns the call with the variables of `shellVariables`. */
export function curlOf(route: string, input: Readonly<Record<string, unknown>>): string {
  const [method = 'GET'] = route.split(' ')
  const inPath = new Set(parametersOf([route]))
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name))
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams(
    inQuery ? rest.map(([name, value]) => [name, String(value)]) : [],
  ).toString()
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SIGNET${pathOf(route)}${query && `?${query}`}"`,
    `  -H "Authorization: Bearer $TOKEN"`,
    ...(inQuery
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(Object.fromEntries(rest)))}`]),
  ].join(' \\\n')
}
