export default function* () {}
