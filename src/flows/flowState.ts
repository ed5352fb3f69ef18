import type { ModelId, ProjectId } from '../client/core/types';
import type { PlannedFile, Selection } from '../upload/uploadPlan';
import type { ConnectedService } from '../session/connection';
import type { LaunchAnswers } from '../launch/journalEntry';

/** A finalised model of this machine that has exactly the chosen files. */
export interface SameModel {
  readonly id: ModelId;
  readonly name: string;
  /** ms since the epoch */
  readonly finalisedAt: number;
}

/** Part of the state of every flow that makes a new model. */
export interface UploadState {
  readonly service: ConnectedService;
  readonly selections?: readonly Selection[];
  readonly files?: readonly PlannedFile[];
  /** Found when the files were chosen. */
  readonly same?: SameModel;
  /** Chosen instead of an upload. */
  readonly reuse?: SameModel;
  readonly modelName?: string;
}

/** A project that exists, or the name of one that is created when all steps are answered. */
export type ProjectChoice =
  | { readonly id: ProjectId; readonly name: string }
  | { readonly newName: string; readonly before?: readonly ProjectId[] };

/** Part of the state of every flow that asks for a project. */
export interface ProjectState {
  readonly service: ConnectedService;
  /** `new` asks for a name next. */
  readonly project?: ProjectChoice | 'new';
  /** All that were there to choose from, by which a new one is told from them later. */
  readonly listed?: readonly ProjectId[];
}

/** A model that can be used at once, or `files`: a new one made of files of the workspace. */
export type ModelChoice = { readonly id: ModelId; readonly name: string } | 'files';

export interface ModelState {
  readonly service: ConnectedService;
  readonly model?: ModelChoice;
}

/** Part of the state of every flow that sends a body. */
export interface PromptState {
  readonly answers?: LaunchAnswers;
}

/** The answers so far to the questions about a launch that is being planned, whichever flow plans it. */
export type RequestState = Omit<UploadState, 'service'> &
  Omit<ProjectState, 'service'> & {
    readonly model?: ModelChoice | undefined;
    readonly answers?: LaunchAnswers;
  };
