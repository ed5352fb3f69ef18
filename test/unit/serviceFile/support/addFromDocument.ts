import assert from 'node:assert/strict';
import { createAuthenticationHeaders } from '../../../../src/client/authentication';
import type { Answers, Prompt } from '../../../../src/client/mapping/prompts';
import { parseMapping } from '../../../../src/client/mapping/serviceMapping';
import { launchState } from '../../../../src/launch/launchRecord';
import { type OpenApiProposal, parseOpenApi } from '../../../../src/serviceFile/openApi';
import { addressOf, parseEnvironments } from '../../../../src/session/environments';
import { createClient } from '../../../support/client';
import { launchBench, plannedLaunch } from '../../../support/launches';

/** A proposal as it is when a person has taken the first choice of each question. */
export async function proposeWithFirstChoices(text: string, from?: URL): Promise<OpenApiProposal> {
  let proposal = await parseOpenApi(text, from);
  assert.ok(!('kind' in proposal), JSON.stringify(proposal));
  const { questions } = proposal;
  const prefixes = questions.find(({ about }) => about === 'prefix');
  if (prefixes?.about === 'prefix') proposal = await parseOpenApi(text, from, prefixes.choices[0]);
  assert.ok(!('kind' in proposal));
  const servers = questions.find(({ about }) => about === 'server');
  const baseUrl = servers?.about === 'server' ? servers.choices[0]?.url : undefined;
  return { ...proposal, questions, entry: { ...(baseUrl !== undefined && { baseUrl }), ...proposal.entry } };
}

/**
 * Does the main job with an entry of the setting for environments, as the extension does after it was added: lists the
 * projects, creates one, creates a model, uploads, finalises, creates a simulation.
 * @param secret a token, a key, or user and password
 */
export async function launchWithEntry(entry: OpenApiProposal['entry'], secret: string) {
  const [environment] = parseEnvironments({ Added: JSON.parse(JSON.stringify(entry)) as unknown });
  assert.ok(environment !== undefined && !('invalidField' in environment), JSON.stringify(environment));
  const { authentication, variant, description } = environment;
  const mapping = parseMapping(description?.mapping ?? {}, environment.name);
  const baseUrl = addressOf(environment.baseUrl);
  assert.ok(baseUrl !== undefined);
  const headers = () => Promise.resolve(createAuthenticationHeaders(authentication, secret));
  const client = createClient(baseUrl.href, { variant, mapping, credentials: { headers } });
  const before = await client.listProjects();
  const answers = Object.fromEntries(
    Object.entries(mapping.templates).map(([operation, { prompts }]) => [operation, answerAll(prompts)]),
  );
  const service = { origin: baseUrl.origin, basePath: baseUrl.pathname, variant, settingsFingerprint: '' };
  const { plan } = await plannedLaunch({ baseUrl: baseUrl.origin }, deck, { service, answers });
  const bench = await launchBench({ client });
  const open = await bench.journal.begin(plan);
  await bench.run(open).finally(() => open.close());
  const { record } = open;
  const after = await client.listProjects();
  return {
    state: launchState(record),
    projects: [before, after].map(({ items }) => items.map(({ name }) => name)),
    ids: [record.project?.id, record.modelId, record.simulation?.id],
  };
}

/** The files of the model. */
export const deck = { 'main.inp': '*INCLUDE', 'mesh.inc': '1,0' };

/** Defaults, else the first choice, else something. */
function answerAll(prompts: readonly Prompt[]): Answers {
  return Object.fromEntries(
    prompts.map((prompt) => [prompt.placeholder, prompt.default ?? answerFirst(prompt)]),
  );
}

function answerFirst(prompt: Prompt): string | number {
  if (prompt.type === 'choice') return prompt.choices[0] ?? '';
  return prompt.type === 'number' ? 4 : 'some text';
}
