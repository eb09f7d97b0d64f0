import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { errorStyle } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'

export function ReferenceForm() {
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const find = async (typed: string): Promise<void> => {
    const asked = typed.trim()
    if (asked === '') return
    try {
      const { fault } = await queryClient.fetchQuery(
        operationQuery('error_by_reference', { reference: asked }),
      )
      await navigate(paths.fault(fault.id, { reference: asked }))
    } catch (error) {
      setProblem(problemOf(error).detail)
    }
  }
  return (
    <search className="grid max-w-md gap-1">
      <span className="flex items-center gap-2">
        <SearchBox
          label={t.faults.search}
          placeholder={t.faults.searchPlaceholder}
          maxLength={64}
          value={reference}
          onChange={(value) => {
            setReference(value)
            setProblem(undefined)
          }}
          onSubmit={(typed) => void find(typed)}
        />
        <Button onPress={() => void find(reference)}>{t.faults.find}</Button>
      </span>
      {problem && (
        <span role="alert" className={errorStyle}>
          {problem}
        </span>
      )}
    </search>
  )
}
