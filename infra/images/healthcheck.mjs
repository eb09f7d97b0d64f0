// The images have no curl. Exits with 0 when the service is ready.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/ready`)
process.exit(answer.ok ? 0 : 1)
