import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { root } from '../../../local/repository.ts'
import { type GeneratedMutant, mutate } from './generate.ts'

/** An unused import is no error. */
export function makeTypeCheck(): (mutant: GeneratedMutant) => boolean {
  const path = join(root, 'infra/tsconfig.all.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'infra'))
  const changed = new Map<string, { text: string; version: number }>()
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ ...parsed.options, noUnusedLocals: false, noUnusedParameters: false }),
    getScriptFileNames: () =>
      parsed.fileNames.filter((name) => /\/src\//.test(name) && !/\.test\.ts$/.test(name)),
    getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => {
      const text = changed.get(name)?.text ?? ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const service = ts.createLanguageService(host)
  let version = 0
  const set = (name: string, text: string) => {
    version += 1
    changed.set(name, { text, version })
  }
  return (mutant) => {
    const name = join(root, mutant.file)
    const text = readFileSync(name, 'utf8')
    set(name, mutate(text, mutant))
    const errors = [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)]
    set(name, text)
    return errors.length === 0
  }
}
