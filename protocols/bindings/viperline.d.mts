/** Types of viperline.mjs, for editors and TypeScript. README.md explains the functions. */

/** The version of the library. */
export const version: string
/** The application's state, as JSON; a successor of this process has it too. */
export const state: Record<string, any>
/** The view's own words in your language, for all screens. */
export const words: Record<string, string>

export type JSONObject = Record<string, any>
export type Parameters = Record<string, string>
/** A part of a screen: an object with one member, such as `{ table: … }`. */
export type Part = JSONObject

export interface Event {
  type: string
  id?: string
  source?: string
  subject?: string
  correlationid?: string
  causationid?: string
  /** An earlier process of this application got the event too: do not repeat effects outside the session. */
  replayed?: boolean
  data: JSONObject
}

export interface Scene {
  scene: string
  name: string
  parameters: Parameters
  query: string
  /** The order that the user has asked for. */
  sort?: { column: string; descending?: boolean }
  screen: JSONObject
}

/** The second argument of a function: the event, its scene, and all members of its data. */
export interface Context {
  event: Event
  scene: Scene
  /** Aborted when a newer action ends the function. */
  signal: AbortSignal
  /** The marked rows of the action, or else its row. */
  rows: string[]
  [member: string]: any
}

export interface Screen {
  title?: string
  text?: unknown
  rows?: Iterable<string | JSONObject>
  prompt?: string | { placeholder: string, text?: string, [member: string]: unknown }
  parts?: Part[]
  activity?: string
  head?: Part[]
  alert?: JSONObject
  hasMore?: boolean
  preview?: Part[]
  highlight?: boolean
  resize?: boolean
  keys?: JSONObject[]
  words?: Record<string, string>
  notice?: string | { id?: string; text: string; tone?: string }
}

type Work<Main> = (main: Main, context: Context) => unknown

/** The answer to `ask` was a failure. */
export class RequestFailed extends Error {
  constructor(data: JSONObject)
  data: JSONObject
}

export function on(type: string, work: Work<any>): void
export function onSearch(work: Work<string>): void
export function onSelect(work: Work<string>): void
export function onPress(work: Work<string>): void
export function onSubmit(work: Work<JSONObject>): void
export function onChange(work: Work<any>): void
export function onSort(work: Work<string>): void
export function onHighlight(work: Work<string>): void
export function onToggle(work: Work<string>): void
export function onScroll(work: Work<number>): void
export function onResize(work: Work<number>): void
export function onRun(work: Work<{ status?: number; failure?: string }>): void
export function onReachEnd(work: Work<JSONObject>): void
export function onOpen(name: string, work: Work<Parameters>): void
export function onReturn(name: string, work: Work<Parameters>): void
export function onEnd(work: () => unknown): void
export function every(seconds: number, work: Work<number>): void

export function show(screen?: Screen): void
export function open(target: string, parameters?: Record<string, unknown>): void
export function back(): void
export function copy(text: unknown): void
export function execute(command: string[], options?: { folder?: string }): void
export function ask(type: string, data: JSONObject, options?: { timeout?: number }): Promise<JSONObject>
export function post(type: string, data: JSONObject): void
export function send(type: string, data: JSONObject, attributes?: Record<string, string>): void
export function run(): void
