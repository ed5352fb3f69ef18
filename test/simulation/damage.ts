import type { LaunchTruth, Oracle } from './oracle';
import { folderOf, type Kind, lockOf, type Place, placeOf } from './recordPlaces';
import type { StudyTruth } from './studyTruth';
import type { World } from './world';

type Damage = 'flip' | 'cut' | 'delete';

/**
 * Damages records of studies and of their launches, as failing disks and people do. Whatever a record says last cannot
 * be missed if it goes without a trace; so a byte is flipped before the last line, a record that was continued is cut
 * within its first line, and one is deleted only if a later row has been begun.
 */
export class RecordDamager {
  constructor(
    readonly world: World,
    readonly oracle: Oracle,
  ) {}

  damage(): void {
    if (this.world.random.chance(0.2)) this.#damageStudy();
    else this.#damageLaunch();
  }

  #damageLaunch(): void {
    const launch = this.world.random.pickSome(this.oracle.launches.filter((one) => this.#isAtRest(one)));
    if (launch?.row === undefined) return;
    const { row } = launch;
    const damage = this.#strike(launch, 'launch', this.#isMissed(launch));
    if (damage === undefined) return;
    if (damage === 'delete') launch.isRemoved = true;
    // A study that runs may have read it before.
    // An abandoned one no longer counts as soon as its row is repeated.
    const counts = launch.record?.end !== 'abandoned' && !this.oracle.isRevived(launch);
    const isLast = row.launches.at(-1) === launch && counts;
    // A removal that failed may have left its outcome in the study, which is still true.
    const mayBeLeft =
      launch.entriesAtRemoval !== undefined && launch.entriesAtRemoval === launch.record?.entryCount;
    if (row.study.runs.size === 0 && isLast && !mayBeLeft) row.isLost = true;
  }

  #damageStudy(): void {
    const study = this.world.random.pickSome(
      this.oracle.studies.filter((one) => !one.isRemoved && !one.isDamaged && one.runs.size === 0),
    );
    if (study !== undefined) this.#strike(study, 'study', true);
  }

  #isAtRest({ row, record, runs, isRemoved, isDamaged }: LaunchTruth): boolean {
    return row !== undefined && record !== undefined && runs.size === 0 && !isRemoved && !isDamaged;
  }

  /** Whether its study misses it if it is gone. */
  #isMissed({ row }: LaunchTruth): boolean {
    if (row === undefined || row.launches.length !== 1) return false;
    const later = row.study.rows.slice(row.row).flatMap(({ launches }) => launches);
    return later.some(({ record, isRemoved }) => record !== undefined && !isRemoved);
  }

  /** @returns undefined when there is nothing to damage now, and while the record is being continued, or removed */
  #strike(truth: LaunchTruth | StudyTruth, kind: Kind, mayDelete: boolean): Damage | undefined {
    const { random, disk } = this.world;
    const { id, number } = truth;
    if (id === undefined) return undefined;
    const folder = folderOf[kind];
    const places = disk.namesIn(folder).flatMap((name) => placeOf(`${folder}/${name}`, kind) ?? []);
    const [place, ...others] = places.filter((one) => one.id === id);
    if (place === undefined || others.length > 0 || place.isMarker) return undefined;
    // A window may be copying it.
    if (disk.find(lockOf(folder, id)) !== undefined) return undefined;
    // The first file of a record, if it is cut, looks as if it had never been completed, as soon as anybody locks it.
    const mayCut = place.generation > 0;
    const damage = random.weighted<Damage>({ flip: 2, cut: mayCut ? 1 : 0, delete: mayDelete ? 1 : 0 });
    this.world.note(() => `world: ${damage} of number ${number} in ${folder}`);
    truth.isDamaged = true;
    this.#inflict(place, damage);
    return damage;
  }

  #inflict({ file }: Place, damage: Damage): void {
    const { random, disk } = this.world;
    const inode = disk.get(file, 'open');
    const { data } = inode;
    if (damage === 'delete') return disk.remove(file);
    const firstEnd = data.indexOf(10);
    if (damage === 'cut') return disk.replaceData(inode, data.subarray(0, 1 + random.below(firstEnd)));
    const lastStart = data.subarray(0, -1).lastIndexOf(10) + 1;
    const end = lastStart > 0 ? lastStart : firstEnd;
    const at = random.below(end);
    const changed = Buffer.from(data);
    // Neither a line feed, which joins lines, nor a zero, which looks like a torn write.
    const byte = data[at] === 10 ? 11 : data[at]! ^ (1 << random.below(7));
    changed[at] = byte === 10 || byte === 0 ? 33 : byte;
    disk.replaceData(inode, changed);
  }
}
