import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-5'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface RowsCall {
  /** File and line, from the root of the repository. */
  readonly place: string
  readonly row: ts.Type
  readonly statement: ts.Expression
}

export interface Sources {
  readonly checker: ts.TypeChecker
  readonly files: readonly ts.SourceFile[]
  readonly calls: readonly RowsCall[]
  readonly callers: ReadonlyMap<ts.Symbol, readonly ts.CallExpression[]>
}

/** Uses the compiler API, which TypeScript 7 and later do not have. */
export function readSources(): Sources {
  const files = ['packages', 'services'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`).flatMap((name) =>
      ts.sys.readDirectory(`${root}/${folder}/${name}/src`, ['.ts'], ['**/*.test.ts']),
    ),
  )
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/infra/tsconfig.all.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
      },
    },
  )
  const program = ts.createProgram(files, config?.options ?? {})
  const checker = program.getTypeChecker()
  const calls: RowsCall[] = []
  const callers = new Map<ts.Symbol, ts.CallExpression[]>()
  const sourceFiles = files.flatMap((name) => program.getSourceFile(name) ?? [])
  for (const file of sourceFiles) visit(file, file)
  return { checker, files: sourceFiles, calls, callers }

  function visit(node: ts.Node, file: ts.SourceFile): void {
    if (ts.isCallExpression(node)) {
      const [statement] = node.arguments
      const row = isNamed(node.expression, 'rows') && statement && elementOf(checker, node)
      if (row) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        calls.push({ place: `${pathOf(file)}:${line + 1}`, row, statement })
      }
      const callee = symbolOf(checker, node.expression)
      if (callee) callers.set(callee, [...(callers.get(callee) ?? []), node])
    }
    ts.forEachChild(node, (child) => visit(child, file))
  }
}

export const pathOf = ({ fileName }: ts.SourceFile): string => fileName.slice(root.length)

const isNamed = (node: ts.Expression, name: string): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === name

/** Row type of a call that returns Promise<Row[]>. */
function elementOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(call))
  const [row] =
    answer && checker.isArrayType(answer) ? checker.getTypeArguments(answer as ts.TypeReference) : []
  return row
}

export function symbolOf(checker: ts.TypeChecker, node: ts.Expression): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
