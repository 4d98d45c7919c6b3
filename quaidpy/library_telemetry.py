"""What must libraries be told before they load, so that none of them reports to its maker or looks for updates?"""

import os

# Told, not defaulted: that nothing is sent is a promise, and a stray variable of a shell must not break it.
_TOLD = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime: a device id under the cache folder, process information, an upload
    "DO_NOT_TRACK": "1",  # what follows donottrack.sh, huggingface_hub among it
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else importing litellm fetches a price list
    "LITELLM_MODE": "PRODUCTION",  # else importing litellm reads a .env file of a folder above it
    "FASTMCP_CHECK_FOR_UPDATES": "off",
    "FASTMCP_ENV_FILE": os.devnull,  # else importing fastmcp reads a .env file of the current folder
}


def silence_libraries() -> None:
    """Set it for this process and those it starts. What was loaded before us has decided already."""
    os.environ.update(_TOLD)
