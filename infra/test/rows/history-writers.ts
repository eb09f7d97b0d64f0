import ts from 'typescript-5'
import { pathOf, type Sources } from './calls.ts'

export interface Writer {
  /** File and declaration. */
  readonly place: string
  readonly tables: readonly string[]
  /** True when the type of the executor shows that the change has an entry. */
  readonly isAudited: boolean
}

export const historyTables: Readonly<Record<string, string>> = {
  accounts: 'account',
  clients: 'client',
  group_members: 'groupMember',
  groups: 'group',
  identities: 'identity',
  identity_providers: 'identityProvider',
  passkeys: 'passkey',
  provisioning_connections: 'provisioningConnection',
  provisioning_credentials: 'provisioningCredential',
  recovery_codes: 'recoveryCodes',
  team_limited_members: 'teamLimitedMember',
  team_members: 'teamMember',
  teams: 'team',
}

const models = new Map(Object.entries(historyTables).map(([table, model]) => [model, table]))
const writeOf = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?/g
const prismaWrite = /^(?:create|update|upsert|delete)/

export function historyWriters({ files, checker }: Sources): Writer[] {
  const writers: Writer[] = []
  for (const file of files) visit(file, file)
  return writers

  function visit(node: ts.Node, file: ts.SourceFile): void {
    const writer = ts.isTemplateLiteral(node) ? statement(node) : prismaCall(node)
    if (writer) writers.push({ place: `${pathOf(file)} ${declarationAround(node)}`, ...writer })
    ts.forEachChild(node, (child) => visit(child, file))
  }

  function statement(node: ts.TemplateLiteral): Omit<Writer, 'place'> | undefined {
    const tables = [...node.getText().matchAll(writeOf)]
      .flatMap(([, table = '']) => table)
      .filter((table) => Object.hasOwn(historyTables, table))
    return tables.length === 0 ? undefined : { tables, isAudited: isRunAudited(node) }
  }

  function prismaCall(node: ts.Node): Omit<Writer, 'place'> | undefined {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
    const { name, expression: model } = node.expression
    if (!prismaWrite.test(name.text) || !ts.isPropertyAccessExpression(model)) return undefined
    const table = models.get(model.name.text)
    return table === undefined ? undefined : { tables: [table], isAudited: isMarked(model.expression) }
  }

  /** True when a call around the statement has an audited executor as its receiver or as an argument. */
  function isRunAudited(node: ts.Node): boolean {
    for (let at = node.parent; at && !isFunction(at); at = at.parent)
      if (ts.isCallExpression(at)) {
        const receiver = ts.isPropertyAccessExpression(at.expression) ? [at.expression.expression] : []
        if ([...receiver, ...at.arguments].some(isMarked)) return true
      }
    return false
  }

  function isMarked(node: ts.Expression): boolean {
    const properties = checker.getTypeAtLocation(node).getProperties()
    return properties.some(({ escapedName }) => String(escapedName).startsWith('__@audited@'))
  }
}

const isFunction = (node: ts.Node): boolean => ts.isFunctionLike(node)

function declarationAround(node: ts.Node): string {
  let name = ''
  for (let at = node; at; at = at.parent)
    if ((ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name && ts.isIdentifier(at.name))
      name = at.name.text
  return name
}
