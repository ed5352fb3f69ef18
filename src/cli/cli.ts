#!/usr/bin/env node
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { stringifyInAscii } from '../client/core/exactJson';
import { isObject } from '../client/core/json';
import { DeckCheckThread } from '../deck/deckCheckThread';
import { selectForDeckCheck } from '../deck/selectFiles';
import { getErrnoCode } from '../files/errnoCode';
import { BodiesChangedError } from '../launch/errors';
import { isWorthShowing } from '../messages/deckFindings';
import { describeProblems } from '../messages/describeProblems';
import { setLanguage } from '../platform/format';
import { exitCodes } from '../request/exitCodes';
import { formatErrorLine } from '../secrets/errorLine';
import { Redactor } from '../secrets/redactor';
import { connect, credentialVariable, openSession } from './cliSession';
import { goOnWithLaunch, goOnWithStudy, launch, study } from './creating';
import { describeDeck, reviewLaunch, reviewStudy } from './plans';
import { readJsonObject, readManifest, readRequest, readSettings } from './readInputs';
import { find, isStudy, list, resolveById } from './records';
import { RefusedError } from './refusedError';
import type { Result } from './results';
import { Terminal } from './terminal';
import { type Arguments, parseArguments } from './usage';

const redactor = new Redactor();
const terminal = new Terminal(redactor);
const stopping = new AbortController();

/** Runs one command. The exit code and the document on standard output say how it ended; nothing rejects. */
async function main(): Promise<void> {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) =>
    terminal.write(`The document cannot be printed (${getErrnoCode(error)}). See list.`),
  );
  // The second one ends the process, and what it leaves can be resumed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  // It may also be an argument by mistake, which a sentence quotes.
  redactor.addSecret(process.env[credentialVariable] ?? '');
  let result: Result;
  try {
    chooseLanguage();
    const args = process.argv.slice(2);
    const given = args[0] === '--version' ? `${readManifest().version}\n` : parseArguments(args);
    if (typeof given === 'string') {
      process.stdout.write(given);
      return;
    }
    result = await run(given);
  } catch (error) {
    result = describeFailure(error);
  }
  for (const message of result.messages ?? []) terminal.write(message);
  process.exitCode = exitCodes[result.outcome];
  process.stdout.write(`${stringifyInAscii(hideSecrets(result), 2)}\n`);
}

/** Words what a window says as well in the language of the environment, if it is translated. */
function chooseLanguage(): void {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const [language = ''] = /^[a-z]{2}/.exec(LC_ALL || LC_MESSAGES || LANG || '') ?? [];
  const file = path.join(import.meta.dirname, '..', 'l10n', `bundle.l10n.${language}.json`);
  const contents = readJsonObject(file, {}) as Record<string, string>;
  if (Object.keys(contents).length === 0) return;
  l10n.config({ contents });
  setLanguage(language);
}

async function run({ verb, positionals, options }: Arguments): Promise<Result> {
  const log = (line: string) => {
    if (options.verbose !== undefined) terminal.write(redactor.text(line));
  };
  if (verb === 'check') return await check(positionals);
  const [name = '', ...more] = positionals;
  if (more.length > 0) throw new RefusedError('There are more arguments than one.');
  if (verb === 'list') return await list(openSession(options, undefined, { redactor, log }));
  if (verb === 'resolve')
    return await resolveById(openSession(options, undefined, { redactor, log }), name, options);
  const settings = readSettings(options);
  const session = openSession(options, settings, { redactor, log });
  const service = await connect(session, options);
  const command = { session, service, settings, options, terminal, signal: stopping.signal };
  if (verb === 'resume') {
    const found = await find(session, name);
    return isStudy(found) ? await goOnWithStudy(found, command) : await goOnWithLaunch(found, command);
  }
  const request = readRequest(positionals[0], options, settings);
  if ('study' in request) {
    if (verb === 'launch') throw new RefusedError('This is a study. Carry it out with study.');
    if (verb === 'study') return await study(request, command);
    return { outcome: 'done', ...(await reviewStudy(request, command)).document };
  }
  if (verb === 'study') throw new RefusedError('This is no study. Carry it out with launch.');
  if (verb === 'launch') return await launch(request, command);
  return { outcome: 'done', ...(await reviewLaunch(request, command)).document };
}

/** Checks decks: the arguments are the selection; of a folder, all of its files. */
async function check(files: readonly string[]): Promise<Result> {
  if (files.length === 0) throw new RefusedError('Name at least one file or folder.');
  const here = process.cwd();
  const selected = await selectForDeckCheck(
    here,
    files.map((file) => path.resolve(here, file)),
  ).catch((error: unknown) => {
    throw new RefusedError(`A file cannot be read (${getErrnoCode(error)}).`);
  });
  const report = await new DeckCheckThread(stopping.signal).check(selected.order);
  const rejected = selected.rejected.map(({ path: file, reason }) => ({ file, reason }));
  const isWrong = report.findings.some(
    (finding) => finding.state !== 'cannotCheck' && isWorthShowing(finding),
  );
  return { outcome: isWrong ? 'failed' : 'done', ...describeDeck(report, here, true), rejected };
}

/** Whatever is thrown was thrown before anything was created: the end of a launch is a value. */
function describeFailure(error: unknown): Result {
  if (stopping.signal.aborted) return { outcome: 'cancelled' };
  if (error instanceof RefusedError)
    return { outcome: 'refused', messages: [error.message], ...error.details };
  if (error instanceof BodiesChangedError)
    return {
      outcome: 'refused',
      messages: [
        `The service describes the body of ${error.operation} otherwise than when somebody agreed to it. Restore it, or launch the task again.`,
      ],
    };
  if (!(error instanceof Error && 'kind' in error)) terminal.write(redactor.text(formatErrorLine(error)));
  return { outcome: 'refused', messages: describeProblems(error, '') };
}

/** Removes known secrets from all texts of a document. Nothing of a server is printed in another way. */
function hideSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redactor.exact(value);
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redactor.exact(key), hideSecrets(one)]),
  );
}

void main();
