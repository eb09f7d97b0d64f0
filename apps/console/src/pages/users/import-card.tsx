import type { ImportResult } from '@signet/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invalidateNouns } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { saveFile } from '../../components/save-file.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { countsOf, type ImportLine, readLines, runImport } from './import-file.ts'

/** The report has all refused users. */
const shownRefusals = 50

type State =
  | { readonly step: 'choose'; readonly message?: string }
  | { readonly step: 'running'; readonly checkOnly: boolean; readonly done: number; readonly all: number }
  | { readonly step: 'checked' | 'imported'; readonly results: readonly ImportResult[] }
  | { readonly step: 'failed'; readonly error: unknown; readonly checkOnly: boolean }

interface ImportCardProps {
  readonly projectId: string
  readonly refusal: string | null
}

/** Imports a file after the administrator has seen the result of a check. */
export function ImportCard({ projectId, refusal }: ImportCardProps) {
  const [file, setFile] = useState<File | null>(null)
  const [users, setUsers] = useState<readonly ImportLine[]>([])
  const [state, setState] = useState<State>({ step: 'choose' })
  const queryClient = useQueryClient()

  const run = async (of: readonly ImportLine[], checkOnly: boolean): Promise<void> => {
    const progress = (done: number) => setState({ step: 'running', checkOnly, done, all: of.length })
    progress(0)
    try {
      const results = await runImport({ projectId, users: of, checkOnly, onProgress: progress })
      setState({ step: checkOnly ? 'checked' : 'imported', results })
    } catch (error) {
      setState({ step: 'failed', error, checkOnly })
    } finally {
      if (!checkOnly) void invalidateNouns(queryClient, ['users'])
    }
  }
  const check = async (): Promise<void> => {
    const read = readLines((await file?.text()) ?? '')
    if ('invalidLine' in read)
      return setState({
        step: 'choose',
        message: t.users.transfer.invalidFile(formatNumber(read.invalidLine)),
      })
    if (read.users.length === 0) return setState({ step: 'choose', message: t.users.transfer.emptyFile })
    setUsers(read.users)
    return run(read.users, true)
  }
  const isRunning = state.step === 'running'
  return (
    <Card title={t.users.transfer.importTitle} text={t.users.transfer.importText}>
      <div className="grid grid-cols-1 gap-4">
        <FileField
          isDisabled={isRunning || refusal !== null}
          error={state.step === 'choose' ? state.message : undefined}
          onChange={(chosen) => {
            setFile(chosen)
            setState({ step: 'choose' })
          }}
        />
        <Outcome state={state} />
        <div className="flex flex-wrap gap-2">
          <Permitted
            refusal={refusal}
            isDisabled={file === null}
            isPending={isRunning && state.checkOnly}
            kind={state.step === 'checked' ? 'secondary' : 'primary'}
            onPress={() => void check()}
          >
            {t.users.transfer.check}
          </Permitted>
          {state.step === 'checked' && countsOf(state.results).created > 0 && (
            <Button kind="primary" onPress={() => void run(users, false)}>
              {t.users.transfer.run(countsOf(state.results).created)}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

interface FileFieldProps {
  readonly isDisabled: boolean
  readonly error: string | undefined
  readonly onChange: (file: File | null) => void
}

function FileField({ isDisabled, error, onChange }: FileFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-base font-medium text-ink">
        {t.users.transfer.file}
      </label>
      <FileInput
        id={id}
        accept=".ndjson,.jsonl,.json,application/x-ndjson"
        disabled={isDisabled}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-problem">
          {error}
        </p>
      )}
    </div>
  )
}

function Outcome({ state }: { readonly state: State }) {
  if (state.step === 'choose') return null
  if (state.step === 'failed')
    return (
      <>
        <ProblemNotice problem={problemOf(state.error)} />
        {!state.checkOnly && <Notice tone="caution" title={t.users.transfer.interrupted} />}
      </>
    )
  if (state.step === 'running') {
    const text = state.checkOnly ? t.users.transfer.checking : t.users.transfer.importing
    const label = text(formatNumber(state.done), formatNumber(state.all))
    return (
      <div className="grid gap-1.5" role="status">
        <progress
          className="h-2 w-full accent-accent"
          max={state.all}
          value={state.done}
          aria-label={label}
        />
        <p className="text-sm text-quiet tabular-nums">{label}</p>
      </div>
    )
  }
  return <Report results={state.results} isImported={state.step === 'imported'} />
}

interface ReportProps {
  readonly results: readonly ImportResult[]
  readonly isImported: boolean
}

function Report({ results, isImported }: ReportProps) {
  const { created, skipped, refused } = countsOf(results)
  const text = isImported ? t.users.transfer.imported : t.users.transfer.checked
  const failures = results.filter(({ result }) => result === 'refused')
  const download = (): void =>
    saveFile(
      results.map((result, index) => `${JSON.stringify({ user: index + 1, ...result })}\n`).join(''),
      'application/x-ndjson',
      'import-report.ndjson',
    )
  return (
    <div className="grid justify-items-start gap-3">
      <Notice
        tone={refused > 0 ? 'caution' : 'info'}
        title={text(formatNumber(created), formatNumber(skipped), formatNumber(refused))}
      />
      {refused > 0 && <Refusals failures={failures} />}
      <Button size="sm" onPress={download}>
        {t.users.transfer.report}
      </Button>
    </div>
  )
}

const Refusals = ({ failures }: { readonly failures: readonly ImportResult[] }) => (
  <div className="grid w-full gap-1.5 overflow-x-auto">
    <table className="w-full text-left text-sm" aria-label={t.users.transfer.refused}>
      <thead>
        <tr className="text-quiet">
          <th className="py-1 pr-4 font-medium">{t.users.transfer.user}</th>
          <th className="py-1 font-medium">{t.users.transfer.reason}</th>
        </tr>
      </thead>
      <tbody>
        {failures.slice(0, shownRefusals).map(({ email, reason }, index) => (
          <tr key={index} className="border-t border-line">
            <td className="py-1 pr-4 wrap-anywhere">{email}</td>
            <td className="py-1 wrap-anywhere">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {failures.length > shownRefusals && (
      <p className="text-sm text-quiet">
        {t.users.transfer.more(formatNumber(failures.length - shownRefusals))}
      </p>
    )}
  </div>
)
