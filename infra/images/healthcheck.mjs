// Inside an image, where there is no curl: whether the service is ready to be sent requests.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/ready`)
process.exit(answer.ok ? 0 : 1)
