/** Looks at the call as the steps before left it, and throws what it refuses. */
type Step<Call, Answer> = (call: Call) => Answer | Promise<Answer>

/**
 * A list of steps, run from the first to the last. Each declares what it needs of the call, so a list whose order leaves
 * something missing does not compile.
 */
export interface Pipeline<Start, Call, Result> {
  /** What the step returns, later ones find in the call. */
  step<Adds extends object>(step: Step<Call, Adds>): Pipeline<Start, Call & Adds, Result>
  /** A step that only refuses, or acts. */
  check(step: Step<Call, void>): Pipeline<Start, Call, Result>
  /** A step that ends the call when it answers it. */
  mayAnswer(step: Step<Call, Result | undefined>): Pipeline<Start, Call, Result>
  /** The last step, which answers. */
  answer(step: Step<Call, Result>): (start: Start) => Promise<Result>
}

/** An empty list: the first step finds what the caller of the pipeline passes. */
export const pipeline = <Start extends object, Result>(): Pipeline<Start, Start, Result> =>
  following<Start, Start, Result>(async (call) => ({ call }))

type Progress<Call, Result> = { readonly call: Call } | { readonly result: Result }

function following<Start, Call extends object, Result>(
  before: (start: Start) => Promise<Progress<Call, Result>>,
): Pipeline<Start, Call, Result> {
  const next =
    <Next>(step: (call: Call) => Promise<Progress<Next, Result>>) =>
    async (start: Start): Promise<Progress<Next, Result>> => {
      const progress = await before(start)
      return 'result' in progress ? progress : step(progress.call)
    }
  const mayAnswer = (step: Step<Call, Result | undefined>) =>
    following<Start, Call, Result>(
      next(async (call) => {
        const result = await step(call)
        return result === undefined ? { call } : { result }
      }),
    )
  return {
    step: <Adds extends object>(step: Step<Call, Adds>) =>
      following<Start, Call & Adds, Result>(
        next(async (call) => ({ call: { ...call, ...(await step(call)) } })),
      ),
    check: (step) => mayAnswer(async (call) => void (await step(call))),
    mayAnswer,
    answer: (step) => {
      const run = next<never>(async (call) => ({ result: await step(call) }))
      return async (start) => {
        const progress = await run(start)
        return 'result' in progress ? progress.result : progress.call
      }
    },
  }
}
