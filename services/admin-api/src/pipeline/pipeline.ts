/** Gets the call with the results of earlier steps, and throws refusals. */
type Step<Call, Answer> = (call: Call) => Answer | Promise<Answer>

/** Steps that run in order. Each declares the data it needs, so an order without that data does not compile. */
export interface Pipeline<Start, Call, Result> {
  step<Adds extends object>(step: Step<Call, Adds>): Pipeline<Start, Call & Adds, Result>
  check(step: Step<Call, void>): Pipeline<Start, Call, Result>
  /** Adds a step that ends the call when it returns a result. */
  mayAnswer(step: Step<Call, Result | undefined>): Pipeline<Start, Call, Result>
  answer(step: Step<Call, Result>): (start: Start) => Promise<Result>
}

/** The first step gets the argument of the pipeline. */
export const pipeline = <Start extends object, Result>(): Pipeline<Start, Start, Result> =>
  following<Start, Start, Result>([])

interface StoredStep {
  readonly kind: 'step' | 'check' | 'mayAnswer'
  readonly run: Step<never, unknown>
}

/** The interface declares which call each step gets, so the casts hold for each list that it can build. */
function following<Start extends object, Call extends object, Result>(
  steps: readonly StoredStep[],
): Pipeline<Start, Call, Result> {
  const after = <Next extends object>(step: StoredStep) => following<Start, Next, Result>([...steps, step])
  return {
    step: <Adds extends object>(run: Step<Call, Adds>) => after<Call & Adds>({ kind: 'step', run }),
    check: (run) => after<Call>({ kind: 'check', run }),
    mayAnswer: (run) => after<Call>({ kind: 'mayAnswer', run }),
    answer: (last) => async (start) => {
      let call: object = start
      for (const { kind, run } of steps) {
        const outcome = await run(call as never)
        if (kind === 'step') call = { ...call, ...(outcome as object) }
        else if (kind === 'mayAnswer' && outcome !== undefined) return outcome as Result
      }
      return last(call as Call)
    },
  }
}
