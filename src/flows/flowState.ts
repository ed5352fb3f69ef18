import type { ModelId, ProjectId } from '../client/core/types';
import type { PlannedFile, Selection } from '../upload/uploadPlan';
import type { ConnectedService } from '../session/connection';
import type { LaunchAnswers } from '../launch/journalEntry';

/** A finalised model, uploaded from this computer, that has exactly the chosen files. */
export interface SameModel {
  readonly id: ModelId;
  readonly name: string;
  /** ms since the epoch */
  readonly finalisedAt: number;
}

/** State of every flow that creates a model. */
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

/** An existing project, or the name of one to create after the last step. */
export type ProjectChoice =
  | { readonly id: ProjectId; readonly name: string }
  | { readonly newName: string; readonly before?: readonly ProjectId[] };

/** State of every flow that asks for a project. */
export interface ProjectState {
  readonly service: ConnectedService;
  /** `new` when its name is asked next. */
  readonly project?: ProjectChoice | 'new';
  /** All existing projects at that time, to tell a new one from them later. */
  readonly listed?: readonly ProjectId[];
}

/** A model that is ready for use, or `files`: a new one of files of the workspace. */
export type ModelChoice = { readonly id: ModelId; readonly name: string } | 'files';

export interface ModelState {
  readonly service: ConnectedService;
  readonly model?: ModelChoice;
}

/** State of every flow that sends a request body. */
export interface PromptState {
  readonly answers?: LaunchAnswers;
}

/** The answers so far for a launch that is being planned, whichever flow plans it. */
export type RequestState = Omit<UploadState, 'service'> &
  Omit<ProjectState, 'service'> & {
    readonly model?: ModelChoice | undefined;
    readonly answers?: LaunchAnswers;
  };
