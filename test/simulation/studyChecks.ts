import type { StoredModel } from './service';
import type { RowTruth } from './studyTruth';

/**
 * @param madeFor the row for which the model was made
 * @returns what of the model is not as the row has it
 */
export function checkModelOfRow(
  row: RowTruth,
  model: StoredModel | undefined,
  madeFor: RowTruth | undefined,
): string | undefined {
  if (model === undefined) return 'there is no such model';
  if (row.existing !== undefined) return model.id === row.existing ? undefined : 'another model';
  if (madeFor?.study !== row.study) return 'the model of another study';
  if (model.finalised === 'no') return 'a model that is not finalised';
  if (model.material !== row.material) return `material ${String(model.material)} for ${row.material}`;
  if (model.mesh !== row.mesh) return `mesh ${String(model.mesh)} for ${row.mesh}`;
  if (madeFor.folder !== row.folder) return `files of ${madeFor.folder} for ${row.folder}`;
  const names = model.files.map(({ name }) => name).sort();
  if (names.join() !== [...row.files.keys()].sort().join()) return `files ${names.join(', ')}`;
  const other = model.files.find(
    ({ name, content }) => content?.equals(row.files.get(name)!.content) !== true,
  );
  return other === undefined ? undefined : `other content of ${other.name}`;
}
